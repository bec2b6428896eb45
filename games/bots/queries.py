"""Reads of bots."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import timedelta
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core.errors import UnknownBot
from engine.core.registry import builtin_bots, levels
from games.bots.errors import FileDeleted, NoSuchBot, NoSuchMatch, NoSuchVersion, NotNow
from games.bots.models import BuiltinBot, Pausable, RemoteBot, Trial, UploadedBot, Version
from games.bots.uploads import content_of
from games.matches.models import MatchSeat, SeatReport
from games.matches.run_match import luck_of_seats
from games.matches.strategy_registry import UploadedStrategy, strategy
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse
from league.common.sandboxes import no_sandbox_works

MOST_APPEARANCES = 50
FAULT_DAYS = 7

AnyBot = TypeVar("AnyBot", bound=Pausable)

PREFIX = "v-"  # of the slugs of versions
CACHED_VERSIONS = 1024  # whose games a worker knows: they never change


def bots_without(game: str) -> Q:
    """Return the condition on players for whom no strategy plays the game."""
    strategies = BuiltinBot.objects.order_by().values_list("strategy", flat=True).distinct()
    unable = [slug for slug in strategies if not plays(slug, game)]
    builtin = Q(pk__in=BuiltinBot.objects.filter(strategy__in=unable).values("player"))
    active = Version.objects.filter(active=True, games__contains=[game]).values("bot")
    uploaded = Q(pk__in=UploadedBot.objects.filter(~Q(pk__in=active) | Q(paused_at__isnull=False)).values("player"))
    return bots_that_never_enter() | builtin | uploaded


def bots_that_never_enter() -> Q:
    """Return the condition on players that no tournament accepts: levels for people, remote bots, retired bots."""
    level_bots = Q(pk__in=BuiltinBot.objects.filter(strategy__in=levels()).values("player"))
    retired = Q(pk__in=UploadedBot.objects.filter(retired_at__isnull=False).values("player"))
    remote = Q(pk__in=RemoteBot.objects.values("player"))  # they play on ladders while they are connected, not by date
    return level_bots | retired | remote


def plays(slug: str, game: str) -> bool:
    """Return whether the strategy plays the game in bot matches; a level or an unknown strategy plays none."""
    if slug in levels():
        return False
    try:
        games = strategy(slug).games
    except UnknownBot:
        return False
    return not games or game in games


def why_no_uploads() -> str:
    """Return why no file is accepted now, and what to do; "" where files are accepted."""
    if not no_sandbox_works():
        return ""
    return _(
        "The server has no working sandbox, so you cannot upload bots now. Tell the site admin and try again "
        "later, or create a remote bot."
    )


def needs_confirmed_address(account: Account) -> bool:
    """Return whether the account has to confirm its mail address before it uploads, as the site admin has set."""
    return settings.UPLOADS_NEED_CONFIRMED_ADDRESS and account.email_confirmed_at is None


def builtin_bot_players(game: str) -> list[Player]:
    """Return the players of built-in bots that play the game, cheap ones first."""
    players = {(bot.strategy, bot.playouts): bot.player for bot in BuiltinBot.objects.select_related("player")}
    able = [(bot.strategy, bot.playouts) for bot in builtin_bots() if plays(bot.strategy, game)]
    return [players[key] for key in able if key in players]


def builtin_bot_ids() -> dict[tuple[str, int], str]:
    """Return the public ids of the players of built-in bots, by strategy and playouts."""
    rows = BuiltinBot.objects.values_list("strategy", "playouts", "player__public_id")
    return {(strategy, playouts): public_id for strategy, playouts, public_id in rows}


def bots_of(account: Account) -> list[UploadedBot]:
    """Return the account's bots, newest first, retired ones last, in a fixed number of queries."""
    return list(own_bots(account).order_by(F("retired_at").asc(nulls_first=True), "-pk"))


def own_bots(account: Account) -> QuerySet[UploadedBot]:
    """Return the account's bots, newest first, with players and versions without sources."""
    versions = prefetch_versions("versions")
    rows = UploadedBot.objects.filter(player__owner=account).select_related("player").prefetch_related(versions)
    return rows.order_by("-pk")


def bot_among(rows: QuerySet[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the account's bot. Raise `NoSuchBot`, also for other people's."""
    own = rows.select_related("player").filter(Q(player__owner=account), public_id=public_id)
    return first_or_refuse(own, NoSuchBot(_("You have no bot at this address. Open “Bots” to find it.")))


def bot_of(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the account's bot of this kind. Raise `NoSuchBot`."""
    return bot_among(kind._default_manager.all(), public_id, account)


def own_bot(public_id: str, account: Account) -> UploadedBot:
    """Return the account's uploaded bot. Raise `NoSuchBot`."""
    return bot_of(UploadedBot, public_id, account)


def check_in_play(bot: Pausable) -> None:
    """Raise `NotNow` for one that is retired."""
    if bot.retired_at is not None:
        raise NotNow(_("This bot is retired. Create another one."))


def check_file(version: Version) -> None:
    """Raise `FileDeleted` for a version whose file was deleted."""
    if version.file_deleted_at:
        raise FileDeleted(_("The file of this version was deleted. Upload the same file again to restore it."))


def own_version(public_id: str, number: int, account: Account) -> Version:
    """Return a version of the account's bot, with its source. Raise `NoSuchBot`, `NoSuchVersion`."""
    return version_of(own_bot(public_id, account), number)


def version_of(bot: UploadedBot, number: int) -> Version:
    """Return its version of that number. Raise `NoSuchVersion`."""
    refusal = NoSuchVersion(_("This bot has no version with this number."))
    version = first_or_refuse(bot.versions.filter(number=number), refusal)
    version.bot = bot
    return version


def versions_of(bot: UploadedBot) -> list[Version]:
    """Return its versions without large fields, newest first; there is at least one."""
    return list(_light_versions().filter(bot=bot).select_related("bot"))


def prefetch_versions(path: str) -> "Prefetch[str, QuerySet[Version], str]":
    """Prefetch versions of bots, which `path` leads to, without large fields."""
    return Prefetch(path, queryset=_light_versions())


def versions_by_slug(bot: UploadedBot) -> dict[str, Version]:
    """Return its versions by their slugs in matches; made for prefetched versions."""
    return {slug_of(version.public_id): version for version in bot.versions.all()}


def _light_versions() -> QuerySet[Version]:
    """Return versions without large fields, newest first."""
    return Version.objects.defer("source", "files", "log", "attempt_log").order_by("-number")


def trials_of(version: Version, *, with_records: bool = False) -> Sequence[Trial]:
    """Return the matches of its check in order, without records unless wanted."""
    return list(version.trials.all() if with_records else version.trials.defer("record"))


def trial_of(version: Version, game: str, number: int) -> Trial:
    """Return one match of its check with its record. Raise `NoSuchMatch`."""
    refusal = NoSuchMatch(_("The check of this version has no match at this address."))
    return first_or_refuse(version.trials.filter(game=game, number=number), refusal)


class Faults(NamedTuple):
    """The number of recent faults, and the latest match with one."""

    times: int
    latest: SeatReport


def faults_of(players: Collection[int]) -> dict[int, Faults]:
    """Return the faults of these players' bots in the last `FAULT_DAYS`; those without any are left out. One query."""
    since = timezone.now() - timedelta(days=FAULT_DAYS)
    seats = SeatReport.objects.filter(match__seats__player__in=players, match__seats__seat=F("seat")).exclude(kind="")
    recent = seats.filter(match__finished_at__gte=since, match__block__is_withheld=False)
    rows = recent.annotate(player=F("match__seats__player")).select_related("match").defer("log", "match__attempt_log")
    reports: dict[int, list[SeatReport]] = defaultdict(list)
    for report in rows.order_by("-match"):
        reports[report.player].append(report)
    return {player: Faults(len(own), own[0]) for player, own in reports.items()}


class Appearance(NamedTuple):
    """A match that a bot played: measurements, place, and the number of its version, 0 if none."""

    report: SeatReport
    place: int | None
    number: int = 0


def appearances_of(bot: Pausable) -> list[Appearance]:
    """Return the latest finished matches of its programs, without logs."""
    reports = _reports(bot).annotate(place=F("match__seats__place"), program=F("match__seats__bot"))
    latest = reports.defer("log").order_by("-match")[:MOST_APPEARANCES]
    versions = bot.versions.values_list("public_id", "number") if isinstance(bot, UploadedBot) else ()
    numbers = {slug_of(public_id): number for public_id, number in versions}
    return [Appearance(report, report.place, numbers.get(report.program, 0)) for report in latest]


def appearance_at(bot: Pausable, match: str) -> SeatReport:
    """Return one match, with its log unless the deal is sealed. Raise `NoSuchMatch`."""
    refusal = NoSuchMatch(_("This bot has no finished match at this address."))
    report = first_or_refuse(_reports(bot).filter(match__public_id=match), refusal)
    if report.match.block.is_sealed:
        report.log = ""  # it may hold what the seats of the other rotations are still to see
    return report


def luck_at(report: SeatReport) -> str:
    """Return the seed for `engine replay --luck`; empty while the deal is sealed."""
    block = report.match.block
    return "" if block.is_sealed else luck_of_seats(bytes(block.secret), report.match.rotation).hex()


def version_at(bot: Pausable, report: SeatReport) -> Version | None:
    """Return which of the bot's versions made the report, without large fields; None if none did."""
    if not isinstance(bot, UploadedBot):
        return None
    programs = MatchSeat.objects.filter(match=report.match_id, seat=report.seat).values_list("bot", flat=True)
    public_id = (programs.first() or "").removeprefix(PREFIX)
    return _light_versions().filter(bot=bot, public_id=public_id).select_related("bot__player").first()


def _reports(bot: Pausable) -> QuerySet[SeatReport]:
    seats = SeatReport.objects.filter(match__seats__player=bot.player, match__seats__seat=F("seat"))
    open_ones = seats.filter(match__block__is_withheld=False).select_related("match__block", "match__pool__club")
    return open_ones.prefetch_related("match__seats__player")


def slug_of(public_id: str) -> str:
    """Return the slug of the version in matches."""
    return f"{PREFIX}{public_id}"


def program(slug: str) -> UploadedStrategy | None:
    """Return the version of that slug; None when there is none."""
    if not slug.startswith(PREFIX):
        return None
    try:
        return _program(slug.removeprefix(PREFIX))
    except Version.DoesNotExist:
        return None


def same_source(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Return for each version among the slugs all versions of its bot with the same source."""
    public_ids = [slug.removeprefix(PREFIX) for slug in slugs if slug.startswith(PREFIX)]
    same = Version.objects.filter(bot=OuterRef("bot"), digest=OuterRef("digest")).order_by().values("public_id")
    rows = Version.objects.filter(public_id__in=public_ids).values_list("public_id", ArraySubquery(same))
    return {slug_of(public_id): frozenset(map(slug_of, names)) for public_id, names in rows}


@lru_cache(maxsize=CACHED_VERSIONS)
def _program(public_id: str) -> UploadedStrategy:
    games = Version.objects.values_list("games", flat=True).get(public_id=public_id)
    return UploadedStrategy(slug=slug_of(public_id), games=tuple(games), source=partial(content_of, public_id))
