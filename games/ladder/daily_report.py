"""The daily report on the bots of an account: its values, and how it is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, JSONField, OuterRef, QuerySet, Subquery, Value, Window
from django.db.models.functions import Coalesce, JSONObject, RowNumber
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sandbox.limits import Limits
from games.bots.models import Pausable, RemoteBot, UploadedBot, Version
from games.bots.presenters import fault_text
from games.bots.queries import bots_of
from games.bots.remote.queries import remote_bots_in_play, remote_bots_of
from games.ladder.errors import NoSuchDailyReport
from games.ladder.models import LadderEntry
from games.ladder.queries import games_of
from games.ladder.stats import Game, by_block
from games.matches.models import Match, MatchSeat, SeatReport
from league.accounts.models import Account, Player
from league.accounts.notices import NoticeKind, kind_named
from league.accounts.queries import accounts_wanting_notice, wants_notice
from league.common.messages import game_name, render_message
from league.common.sandboxes import why_programs_wait
from league.ratings.models import Fold, RatingStep

WORST = 5  # deals that are listed
HALF = 0.5  # score of a bot that is as strong as its table
MOST_MATCHES = 5_000  # of one bot and day among which its worst deals are searched; the latest
KIND = "daily-report"  # the key under which the daily report is registered and stored


class DayMatch(NamedTuple):
    """A finished match of the day whose deal is no longer sealed."""

    match: str
    game: str
    block: int


class MatchCount(NamedTuple):
    """The number of the day's matches with one kind of fault, and that of them with the bot's slowest move."""

    kind: str  # of fault; empty for none
    times: int
    match: str
    slowest_ms: int


class FaultCount(NamedTuple):
    """Faults of one cause: their number, and the report on a match with one."""

    sentence: str
    times: int
    href: str


class WorstDeal(NamedTuple):
    """A deal with a low score, and the first match of it."""

    match: str
    game: str
    score: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotReport:
    """The report on one bot."""

    bot: Pausable
    counts: Sequence[MatchCount]
    ladders: Sequence[RatedEntry]
    worst_deals: Sequence[WorstDeal]
    not_playing: Reason  # at present
    limit_ms: int = 0  # for one move; 0 where there is none

    @property
    def games(self) -> int:
        """The number of finished matches."""
        return sum(count.times for count in self.counts)

    @property
    def slowest(self) -> MatchCount | None:
        """The match of its slowest move."""
        return max(self.counts, key=lambda count: count.slowest_ms, default=None)

    @property
    def slowest_href(self) -> str:
        """The report on that match."""
        return self.bot.report_url(self.slowest.match) if self.slowest else ""

    @property
    def most_searched(self) -> int:
        """The number of latest matches among which the worst deals were searched; 0 if all were."""
        return MOST_MATCHES if self.games > MOST_MATCHES else 0

    @property
    def faults(self) -> list[FaultCount]:
        """Its faults by cause, the most frequent first."""
        faults = [count for count in self.counts if count.kind]
        return [
            FaultCount(fault_text(count.kind), count.times, self.bot.report_url(count.match))
            for count in sorted(faults, key=lambda count: -count.times)
        ]

    @property
    def has_changes(self) -> bool:
        """Whether to write to its owner: it played, or does not play for an unexpected reason."""
        return bool(self.counts) or bool(self.not_playing.text and not self.not_playing.is_expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReport:
    """The report on all bots of an account for one day."""

    day: date
    bots: Sequence[BotReport]
    before: date | None  # the day before, where there is a report
    after: date | None  # the day after, likewise
    has_mail: bool = True  # whether the account gets reports by mail

    @property
    def has_changes(self) -> bool:
        """Whether there is news of any bot."""
        return any(bot.has_changes for bot in self.bots)


def worst_deals_of(
    player: int, games: Sequence[Game], matches: Sequence[DayMatch], names: dict[int, str]
) -> list[WorstDeal]:
    """Return at most `WORST` unsealed deals with a score below half, the worst first."""
    scores = by_block(games, player)
    first = {match.block: match for match in matches}  # the latest come first, so the first of a block stays
    tables = {game.block: game.players for game in games}
    listed = sorted((score, block) for block, score in scores.items() if score < HALF and block in first)[:WORST]
    return [
        WorstDeal(
            first[block].match,
            first[block].game,
            score,
            tuple(names.get(other, "") for other in sorted(tables[block]) if other != player),
        )
        for score, block in listed
    ]


def today_of(account: Account) -> date:
    """Return today's date in the account's time zone."""
    return timezone.now().astimezone(ZoneInfo(account.time_zone)).date()


def daily_report_of(account: Account, day: date | None = None) -> DailyReport:
    """Return the report of a day; by default of yesterday, or of today where the first bot was added today.

    A bot is in the reports from the day on which it was added. Raise `NoSuchDailyReport` for a day before the first
    bot, except yesterday, or after today.
    """
    today, zone = today_of(account), ZoneInfo(account.time_zone)
    own: list[UploadedBot | RemoteBot] = [*bots_of(account), *remote_bots_of(account)]
    bots = [bot for bot in own if bot.retired_at is None]
    yesterday = today - timedelta(days=1)
    first = min(bot.created_at for bot in bots).astimezone(zone).date() if bots else yesterday
    day = day or max(first, yesterday)
    if not min(first, yesterday) <= day <= today:
        raise NoSuchDailyReport(_("There is no report for this day. Choose a day between your first bot and today."))
    begins, ends = (datetime.combine(day + timedelta(days=days), time(), zone).astimezone(UTC) for days in (0, 1))
    return DailyReport(
        day=day,
        bots=_bot_reports([bot for bot in bots if bot.created_at < ends], begins, ends),
        before=day - timedelta(days=1) if day > first else None,
        after=day + timedelta(days=1) if day < today else None,
        has_mail=wants_notice(account, _kind()),
    )


def report_recipients() -> QuerySet[Account]:
    """Return the accounts with a bot, a confirmed address and reports switched on, by id."""
    has_uploaded = Exists(UploadedBot.objects.filter(player__owner=OuterRef("pk"), retired_at=None))
    has_remote = Exists(RemoteBot.objects.filter(player__owner=OuterRef("pk"), retired_at=None))
    return accounts_wanting_notice(_kind()).filter(has_uploaded | has_remote).order_by("pk")


def _kind() -> NoticeKind:
    kind = kind_named(KIND)
    if kind is None:
        raise LookupError(f"The notice kind `{KIND}` is not registered.")
    return kind


def _bot_reports(bots: Sequence[UploadedBot | RemoteBot], begins: datetime, ends: datetime) -> list[BotReport]:
    if not bots:
        return []
    players = [bot.player_id for bot in bots]
    done = MatchSeat.objects.filter(
        player__in=players, match__status=Match.Status.DONE, match__block__is_withheld=False
    )
    dated = done.annotate(known_at=Coalesce("match__block__told_at", "match__finished_at"))
    of_the_day = dated.filter(known_at__gte=begins, known_at__lt=ends)
    counts, matches = _match_counts(of_the_day), _open_matches(of_the_day)
    games = games_of({match.block for own in matches.values() for match in own})
    opponents = Player.objects.filter(pk__in={player for game in games for player in game.players})
    names = dict(opponents.values_list("pk", "name"))
    entries = rated_entries(players, begins, ends)
    connected = {bot.pk for bot in remote_bots_in_play()} if any(bot.is_remote for bot in bots) else set()
    return [
        BotReport(
            bot=bot,
            counts=counts.get(bot.player_id, []),
            ladders=entries.get(bot.player_id, []),
            worst_deals=worst_deals_of(bot.player_id, games, matches.get(bot.player_id, []), names),
            not_playing=reason_of(bot, entries.get(bot.player_id, []), connected),
            limit_ms=0 if bot.is_remote else round(Limits().move * 1000),
        )
        for bot in bots
    ]


def _match_counts(seats: QuerySet[MatchSeat]) -> dict[int, list[MatchCount]]:
    """Return by player the number of matches by kind of fault, of all of them."""
    report = SeatReport.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"))
    measured = seats.annotate(
        kind=Coalesce(Subquery(report.values("kind")[:1]), Value("")),
        slowest_ms=Coalesce(Subquery(report.values("slowest_ms")[:1]), Value(0)),
        times=Window(Count("pk"), partition_by=["player", "kind"]),
    )
    slowest = measured.order_by("player", "kind", "-slowest_ms", "-match").distinct("player", "kind")
    counts: dict[int, list[MatchCount]] = defaultdict(list)
    for player, *count in slowest.values_list("player", "kind", "times", "match__public_id", "slowest_ms"):
        counts[player].append(MatchCount(*count))
    return counts


def _open_matches(seats: QuerySet[MatchSeat]) -> dict[int, list[DayMatch]]:
    """Return by player the latest matches whose deals are no longer sealed, the latest first."""
    latest = Window(RowNumber(), partition_by="player", order_by="-match")
    finished = seats.filter(match__block__finished_at__isnull=False)
    numbered = finished.annotate(number=latest).filter(number__lte=MOST_MATCHES).order_by("-match")
    matches: dict[int, list[DayMatch]] = defaultdict(list)
    rows = numbered.values_list("player", "match__public_id", "match__game", "match__block")
    for player, match, game, block in rows:
        matches[player].append(DayMatch(match, game_name(game), block))
    return matches


class RatedEntry(NamedTuple):
    """An entry on a ladder, its rating before and after a time, and the number of opponents there.

    Ratings are in whole points, each with half of its 95 % interval; None before the first rated game.
    """

    entry: LadderEntry
    before: tuple[int, int] | None
    after: tuple[int, int] | None
    opponents: int

    @property
    def change(self) -> int | None:
        """The change of the rating, where both are known."""
        return self.after[0] - self.before[0] if self.before and self.after else None


def rated_entries(players: Sequence[int], begins: datetime, ends: datetime) -> dict[int, list[RatedEntry]]:
    """Return the entries of players on ladders, by player, by game and table size. One query."""
    pool = OuterRef("ladder__pool")
    fold = Fold.objects.filter(pool=pool, system=OuterRef("ladder__pool__rating_system")).values("pk")[:1]
    others = LadderEntry.objects.filter(ladder=OuterRef("ladder"), is_away=False).exclude(player=OuterRef("player"))
    counted = others.order_by().values("ladder").annotate(many=Count("pk")).values("many")
    rows = LadderEntry.objects.filter(player__in=players).select_related("ladder__pool").annotate(fold=Subquery(fold))
    rows = rows.annotate(before=_rating_at(begins), after=_rating_at(ends), others=Subquery(counted[:1]))
    entries: dict[int, list[RatedEntry]] = defaultdict(list)
    for row in rows.order_by("ladder__pool__game", "ladder__pool__seats"):
        entries[row.player_id].append(RatedEntry(row, _points(row.before), _points(row.after), row.others or 0))
    return dict(entries)


def _rating_at(moment: datetime) -> Subquery:
    steps = RatingStep.objects.filter(fold=OuterRef("fold"), player=OuterRef("player"), result__played_at__lt=moment)
    rating = JSONObject(value="after", uncertainty="uncertainty")
    return Subquery(steps.order_by("-ordinal").values(rating=rating)[:1], output_field=JSONField())


def _points(step: Mapping[str, int] | None) -> tuple[int, int] | None:
    return (round(step["value"] / 1000), round(step["uncertainty"] / 1000)) if step else None


class Reason(NamedTuple):
    """Why a bot does not play; the text is empty while it plays.

    The reason is expected, so no news to the owner, if the owner paused the bot or its program is not connected.
    """

    text: str
    is_expected: bool = False


def reason_of(bot: UploadedBot | RemoteBot, entries: Sequence[RatedEntry], connected: Collection[int]) -> Reason:
    """Return why the bot does not play on its ladders; `connected` are the keys of connected remote bots."""
    if bot.paused_at is not None:
        because = _("The bot is paused. %(because)s") % {"because": bot.paused_because}
        return Reason(because, is_expected=bot.is_paused_by_owner)
    if isinstance(bot, UploadedBot):
        return Reason(_version_reason(bot) or _ladder_reason(entries))
    if bot.pk not in connected:
        sentence = _("The bot is not connected. It plays while its program is connected.")
        return Reason(sentence, is_expected=True)
    return Reason(_ladder_reason(entries))


def _version_reason(bot: UploadedBot) -> str:
    if bot.active is not None:
        return why_programs_wait()
    last = bot.last
    if last.is_waiting:
        sentence = _("Version %(number)d is waiting for its check, which takes about one minute.")
        return why_programs_wait() or sentence % {"number": last.number}
    if last.verdict == Version.Verdict.REFUSED:
        facts = {"number": last.number, "reason": render_message(last.reason)}
        return _("No version can play. Version %(number)d failed its check: %(reason)s") % facts
    sentence = _("No version can play: the check of version %(number)d is undecided. Run the check again.")
    return sentence % {"number": last.number}


def _ladder_reason(entries: Sequence[RatedEntry]) -> str:
    present = [rated for rated in entries if not rated.entry.is_away]
    if not present:
        return _("The bot joins its ladders within seconds.")
    in_play = [rated for rated in present if rated.entry.ladder.is_open]
    if not in_play:
        return _("A site admin has closed this bot's ladders.")
    if not any(rated.opponents >= (rated.entry.ladder.pool.seats or 2) - 1 for rated in in_play):
        return _("Its ladders have too few bots to fill a table.")
    return ""
