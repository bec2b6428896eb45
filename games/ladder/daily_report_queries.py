"""Read a daily report, in a fixed number of queries however many bots and matches there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONObject
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sandbox.limits import Limits
from games.bots.models import RemoteBot, UploadedBot
from games.bots.queries import OwnBot, bots_of
from games.bots.remote.queries import remote_bots_in_play, remote_bots_of
from games.ladder.daily_report import (
    BotReport,
    DailyReport,
    Day,
    Rated,
    Seen,
    why_not_remote,
    why_not_uploaded,
    worst_of,
)
from games.ladder.errors import NoSuchLadder
from games.ladder.models import DailyReportMail, LadderEntry
from games.ladder.stats import games_of
from games.matches.models import Match, MatchSeat, SeatReport
from games.matches.presenters import game_name
from league.accounts.models import Account, Player
from league.accounts.notices import Kind, kind_named
from league.accounts.queries import wanting, wants_notice
from league.ratings.models import Fold, RatingStep

MOST_MATCHES = 5_000  # of a day that are counted; the latest


def today_of(account: Account) -> date:
    """Return today's date in the account's time zone."""
    return timezone.now().astimezone(ZoneInfo(account.time_zone)).date()


def daily_report_of(account: Account, day: date | None = None) -> DailyReport:
    """Return the report of a day; by default of yesterday, or of today where the first bot was added today.

    A bot is in the reports from the day on which it was added. Raise `NoSuchLadder` for a day before the first bot, or
    after today.
    """
    today, zone = today_of(account), ZoneInfo(account.time_zone)
    uploaded = [one for one in bots_of(account) if one.bot.retired_at is None]
    remote = [bot for bot in remote_bots_of(account) if bot.retired_at is None]
    added = [one.bot.created_at for one in uploaded] + [bot.created_at for bot in remote]
    yesterday = today - timedelta(days=1)
    first = min(added).astimezone(zone).date() if added else yesterday
    day = day or max(first, yesterday)
    if not min(first, yesterday) <= day <= today:
        raise NoSuchLadder(_("There is no report for this day. Choose a day between your first bot and today."))
    midnights = (datetime.combine(day + timedelta(days=days), time(), zone).astimezone(UTC) for days in (0, 1))
    span = Day(day, *midnights)
    uploaded = [one for one in uploaded if one.bot.created_at < span.ends]
    remote = [bot for bot in remote if bot.created_at < span.ends]
    return DailyReport(
        day=span,
        bots=_bots(uploaded, remote, span),
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


def _bots(uploaded: Sequence[OwnBot], remote: Sequence[RemoteBot], day: Day) -> list[BotReport]:
    players = [one.bot.player_id for one in uploaded] + [bot.player_id for bot in remote]
    if not players:
        return []
    seen = _seen(players, day)
    games = games_of({one.block for each in seen.values() for one in each if not one.is_sealed})
    met = Player.objects.filter(pk__in={player for game in games for player in game.players})
    names = dict(met.values_list("pk", "name"))
    ladder_entries = _ladder_entries(players, day)
    rated: dict[int, list[Rated]] = defaultdict(list)
    for ladder_entry in (ladder_entry for each in ladder_entries.values() for ladder_entry in each):
        pool, ends = ladder_entry.ladder.pool, map(_points, (ladder_entry.before, ladder_entry.after))  # type: ignore[attr-defined]  # annotated
        rated[ladder_entry.player_id].append(Rated(pool.slug, game_name(pool.game), pool.seats or 0, *ends))
    here = {bot.pk for bot in remote_bots_in_play()} if remote else set()

    def report(bot: UploadedBot | RemoteBot, why: str, *, is_at_rest: bool, limit_ms: int = 0) -> BotReport:
        mine = seen.get(bot.player_id, [])
        return BotReport(
            bot=bot,
            player=bot.player,
            seen=mine,
            rated=rated.get(bot.player_id, []),
            worst=worst_of(bot.player_id, games, mine, names),
            why=why,
            is_at_rest=is_at_rest,
            limit_ms=limit_ms,
        )

    found, limit = [], round(Limits().move * 1000)
    for one in uploaded:
        why = why_not_uploaded(one, ladder_entries.get(one.bot.player_id, []))
        found.append(report(one.bot, why, is_at_rest=one.bot.is_paused_by_owner, limit_ms=limit))
    for bot in remote:
        is_here = bot.pk in here
        why = why_not_remote(bot, ladder_entries.get(bot.player_id, []), is_here=is_here)
        is_away = not is_here and bot.paused_at is None
        found.append(report(bot, why, is_at_rest=bot.is_paused_by_owner or is_away))
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
    ladder_entries: dict[int, list[LadderEntry]] = defaultdict(list)
    for ladder_entry in rows:
        ladder_entries[ladder_entry.player_id].append(ladder_entry)
    return dict(ladder_entries)


def _rating_at(moment: datetime) -> Subquery:
    steps = RatingStep.objects.filter(fold=OuterRef("fold"), player=OuterRef("player"), result__played_at__lt=moment)
    rating = JSONObject(value="after", uncertainty="uncertainty")
    return Subquery(steps.order_by("-ordinal").values(rating=rating)[:1], output_field=JSONField())


def _points(step: Mapping[str, int] | None) -> tuple[int, int] | None:
    return (round(step["value"] / 1000), round(step["uncertainty"] / 1000)) if step else None
