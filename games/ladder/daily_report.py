"""The daily report on the bots of an account: its values, why a bot does not play, and how it is read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONObject
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sandbox.faults import REASONS
from engine.sandbox.limits import Limits
from games.bots.models import Pausable, RemoteBot, UploadedBot, Version
from games.bots.queries import bots_of
from games.bots.remote.queries import remote_bots_in_play, remote_bots_of
from games.ladder.errors import NoSuchDailyReport
from games.ladder.models import DailyReportMail, LadderEntry
from games.ladder.stats import Game, by_block, games_of
from games.matches.models import Match, MatchSeat, SeatReport
from league.accounts.models import Account, Player
from league.accounts.notices import Kind, kind_named
from league.accounts.queries import wanting, wants_notice
from league.common.game_names import game_name
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait
from league.ratings.models import Fold, RatingStep

WORST = 5  # deals that are listed
HALF = 0.5  # score of a bot that is as strong as its table

MOST_MATCHES = 5_000  # of a day that are counted; the latest


class Day(NamedTuple):
    """A day from midnight to midnight in the account's time zone."""

    date: date
    begins: datetime
    ends: datetime


class Rated(NamedTuple):
    """A rating on a ladder before and after a day, in whole points; None before the first rated game."""

    ladder: str  # the slug of its pool
    game: str
    seats: int
    before: tuple[int, int] | None  # the number, and half of its 95 % interval
    after: tuple[int, int] | None

    @property
    def change(self) -> int | None:
        """The change of the rating, where both are known."""
        return self.after[0] - self.before[0] if self.before and self.after else None


class Seen(NamedTuple):
    """A finished match of the day, with the bot's fault and slowest move there."""

    match: str
    game: str
    block: int
    is_sealed: bool
    kind: str  # of fault; empty for none
    slowest_ms: int


class Failed(NamedTuple):
    """Faults of one cause: their number, and the report on a match with one."""

    sentence: str
    times: int
    href: str


class Worst(NamedTuple):
    """A deal with a low score, and the first match of it."""

    match: str
    game: str
    score: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotReport:
    """The report on one bot."""

    bot: Pausable
    seen: Sequence[Seen]
    rated: Sequence[Rated]
    worst: Sequence[Worst]
    why: str  # it does not play at present; empty where it does
    is_at_rest: bool = False  # its owner paused it, which is no news
    limit_ms: int = 0  # for one move; 0 where there is none

    @property
    def games(self) -> int:
        """The number of finished matches."""
        return len(self.seen)

    @property
    def slowest(self) -> Seen | None:
        """The match of its slowest move."""
        return max(self.seen, key=lambda seen: seen.slowest_ms, default=None)

    @property
    def slowest_href(self) -> str:
        """The report on that match."""
        return self.bot.report_url(self.slowest.match) if self.slowest else ""

    @property
    def failed(self) -> list[Failed]:
        """Its faults by cause, the most frequent first."""
        counts = Counter(seen.kind for seen in self.seen if seen.kind)
        examples = {seen.kind: self.bot.report_url(seen.match) for seen in self.seen if seen.kind}
        return [
            Failed(render_message(REASONS.get(kind, kind)), count, examples[kind])
            for kind, count in counts.most_common()
        ]

    @property
    def has_news(self) -> bool:
        """Whether to write to its owner: it played, or does not play for a reason that is not its owner's."""
        return bool(self.seen) or bool(self.why and not self.is_at_rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReport:
    """The report on all bots of an account for one day."""

    day: Day
    bots: Sequence[BotReport]
    before: date | None  # the day before, where there is a report
    after: date | None
    has_mail: bool = True

    @property
    def has_news(self) -> bool:
        """Whether there is news of any bot."""
        return any(bot.has_news for bot in self.bots)


def worst_of(player: int, games: Sequence[Game], seen: Sequence[Seen], names: dict[int, str]) -> list[Worst]:
    """Return the unsealed deals with a score below half, the worst first."""
    scores = by_block(games, player)
    first = {one.block: one for one in seen}  # the latest come first, so the first of a block stays
    tables = {game.block: game.players for game in games}
    listed = sorted((score, block) for block, score in scores.items() if score < HALF and block in first)[:WORST]
    return [
        Worst(
            first[block].match,
            first[block].game,
            score,
            tuple(names.get(other, "") for other in sorted(tables[block]) if other != player),
        )
        for score, block in listed
    ]


def why_not_uploaded(bot: UploadedBot, entries: Sequence[LadderEntry]) -> str:
    """Return why an uploaded bot does not play, or ""; `entry.others` is the number of opponents."""
    if bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": bot.paused_because}
    if bot.active is None:
        return _without_a_version(bot.last)
    return why_programs_wait() or _on_its_ladders(entries)


def why_not_remote(bot: RemoteBot, entries: Sequence[LadderEntry], *, is_here: bool) -> str:
    """Return why a remote bot does not play, or ""."""
    if bot.paused_at is not None:
        return _("The bot is paused. %(because)s") % {"because": bot.paused_because}
    if not is_here:
        return _("The bot is not connected. It plays while its program is connected.")
    return _on_its_ladders(entries)


def _without_a_version(last: Version) -> str:
    if last.is_waiting:
        waits = why_programs_wait()
        return waits or _("Version %(number)d is waiting for its check, which takes about one minute.") % {
            "number": last.number
        }
    if last.verdict == Version.Verdict.REFUSED:
        facts = {"number": last.number, "reason": render_message(last.reason)}
        return _("No version can play. Version %(number)d failed its check: %(reason)s") % facts
    sentence = _("No version can play: the check of version %(number)d is undecided. Run the check again.")
    return sentence % {"number": last.number}


def _on_its_ladders(entries: Sequence[Any]) -> str:
    standing = [entry for entry in entries if not entry.is_away]
    if not standing:
        return _("The bot joins its ladders within seconds.")
    opened = [entry for entry in standing if entry.ladder.is_open]
    if not opened:
        return _("A site admin has closed this bot's ladders.")
    if not any((entry.others or 0) >= (entry.ladder.pool.seats or 2) - 1 for entry in opened):
        return _("Its ladders have too few bots to fill a table.")
    return ""


def today_of(account: Account) -> date:
    """Return today's date in the account's time zone."""
    return timezone.now().astimezone(ZoneInfo(account.time_zone)).date()


def daily_report_of(account: Account, day: date | None = None) -> DailyReport:
    """Return the report of a day; by default of yesterday, or of today where the first bot was added today.

    A bot is in the reports from the day on which it was added. Raise `NoSuchDailyReport` for a day before the first
    bot, or after today.
    """
    today, zone = today_of(account), ZoneInfo(account.time_zone)
    both: list[UploadedBot | RemoteBot] = [*bots_of(account), *remote_bots_of(account)]
    bots = [bot for bot in both if bot.retired_at is None]
    yesterday = today - timedelta(days=1)
    first = min(bot.created_at for bot in bots).astimezone(zone).date() if bots else yesterday
    day = day or max(first, yesterday)
    if not min(first, yesterday) <= day <= today:
        raise NoSuchDailyReport(_("There is no report for this day. Choose a day between your first bot and today."))
    midnights = (datetime.combine(day + timedelta(days=days), time(), zone).astimezone(UTC) for days in (0, 1))
    span = Day(day, *midnights)
    return DailyReport(
        day=span,
        bots=_bots([bot for bot in bots if bot.created_at < span.ends], span),
        before=day - timedelta(days=1) if day > first else None,
        after=day + timedelta(days=1) if day < today else None,
        has_mail=wants_notice(account, _kind()),
    )


def accounts_to_write_to() -> QuerySet[Account]:
    """Return the accounts with a bot, a confirmed address and reports switched on, by id."""
    able = wanting(_kind())
    uploads = Exists(UploadedBot.objects.filter(player__owner=OuterRef("pk"), retired_at=None))
    connects = Exists(RemoteBot.objects.filter(player__owner=OuterRef("pk"), retired_at=None))
    return able.filter(uploads | connects).order_by("pk")


def written_since(day: date) -> set[tuple[int, date]]:
    """Return account and day of the reports that were sent, or had no news."""
    return set(DailyReportMail.objects.filter(day__gte=day).values_list("account", "day"))


def _kind() -> Kind:
    kind = kind_named("morning")
    if kind is None:
        raise LookupError("The notice kind `morning` is not registered.")
    return kind


def _bots(bots: Sequence[UploadedBot | RemoteBot], day: Day) -> list[BotReport]:
    if not bots:
        return []
    players = [bot.player_id for bot in bots]
    seen = _seen(players, day)
    games = games_of({one.block for each in seen.values() for one in each if not one.is_sealed})
    met = Player.objects.filter(pk__in={player for game in games for player in game.players})
    names = dict(met.values_list("pk", "name"))
    entries = _ladder_entries(players, day)
    rated: dict[int, list[Rated]] = defaultdict(list)
    for entry in (entry for each in entries.values() for entry in each):
        pool, ends = entry.ladder.pool, map(_points, (entry.before, entry.after))  # type: ignore[attr-defined]  # annotated
        rated[entry.player_id].append(Rated(pool.slug, game_name(pool.game), pool.seats or 0, *ends))
    here = {bot.pk for bot in remote_bots_in_play()} if any(bot.is_remote for bot in bots) else set()
    limit, found = round(Limits().move * 1000), []
    for bot in bots:
        mine, standing = seen.get(bot.player_id, []), entries.get(bot.player_id, [])
        is_away = False
        if isinstance(bot, RemoteBot):
            why = why_not_remote(bot, standing, is_here=bot.pk in here)
            is_away = bot.pk not in here and bot.paused_at is None
        else:
            why = why_not_uploaded(bot, standing)
        found.append(
            BotReport(
                bot=bot,
                seen=mine,
                rated=rated.get(bot.player_id, []),
                worst=worst_of(bot.player_id, games, mine, names),
                why=why,
                is_at_rest=bot.is_paused_by_owner or is_away,
                limit_ms=0 if bot.is_remote else limit,
            )
        )
    return found


def _seen(players: Sequence[int], day: Day) -> dict[int, list[Seen]]:
    """Return their matches that finished, or were revealed, on that day, the latest first."""
    done = MatchSeat.objects.filter(
        player__in=players, match__status=Match.Status.DONE, match__block__is_withheld=False
    )
    known = done.annotate(known_at=Coalesce("match__block__told_at", "match__finished_at"))
    sat = known.filter(known_at__gte=day.begins, known_at__lt=day.ends).select_related("match__block")
    seats = list(
        sat.defer("match__attempt_log", "match__options", "match__block__secret").order_by("-match")[:MOST_MATCHES]
    )
    reports = SeatReport.objects.filter(match__in={seat.match_id for seat in seats}).defer("log")
    measured = {(report.match_id, report.seat): report for report in reports}
    seen: dict[int, list[Seen]] = defaultdict(list)
    for seat in seats:
        report = measured.get((seat.match_id, seat.seat))
        kind, slowest = (report.kind, report.slowest_ms) if report else ("", 0)
        match = seat.match
        one = Seen(match.public_id, game_name(match.game), match.block_id, match.block.is_sealed, kind, slowest)
        seen[seat.player_id or 0].append(one)
    return dict(seen)


def _ladder_entries(players: Sequence[int], day: Day) -> dict[int, list[LadderEntry]]:
    """Return their ladder entries, annotated with the ratings before and after the day and the number of opponents."""
    pool = OuterRef("ladder__pool")
    fold = Fold.objects.filter(pool=pool, system=OuterRef("ladder__pool__rating_system")).values("pk")[:1]
    others = LadderEntry.objects.filter(ladder=OuterRef("ladder"), is_away=False).exclude(player=OuterRef("player"))
    counted = others.order_by().values("ladder").annotate(many=Count("pk")).values("many")
    rows = LadderEntry.objects.filter(player__in=players).select_related("ladder__pool").annotate(fold=Subquery(fold))
    rows = rows.annotate(
        before=_rating_at(day.begins), after=_rating_at(day.ends), others=Subquery(counted[:1])
    ).order_by("ladder__pool__game", "ladder__pool__seats")
    entries: dict[int, list[LadderEntry]] = defaultdict(list)
    for entry in rows:
        entries[entry.player_id].append(entry)
    return dict(entries)


def _rating_at(moment: datetime) -> Subquery:
    steps = RatingStep.objects.filter(fold=OuterRef("fold"), player=OuterRef("player"), result__played_at__lt=moment)
    rating = JSONObject(value="after", uncertainty="uncertainty")
    return Subquery(steps.order_by("-ordinal").values(rating=rating)[:1], output_field=JSONField())


def _points(step: Mapping[str, int] | None) -> tuple[int, int] | None:
    return (round(step["value"] / 1000), round(step["uncertainty"] / 1000)) if step else None
