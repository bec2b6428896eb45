"""Writes of ladders: bots join and leave, blocks start while there is room, and daily reports are mailed.

A daily report goes once a day to accounts that want it and have news.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, DateTimeField, F, Func
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from engine.core import registry
from games.bots.jobs import announce_bot
from games.bots.models import UploadedBot
from games.bots.services import auto_pause_bot
from games.bots.versions import FILES_LOCK
from games.ladder.daily_report import KIND, DailyReport, daily_report_of, report_recipients, today_of
from games.ladder.matchmaking import (
    TABLES,
    Candidate,
    Contestant,
    Table,
    contestants,
    evenest_rotation,
    failing,
    next_table,
    pairs_at,
    table_of,
)
from games.ladder.models import DailyReportMail, Ladder, LadderBlock, LadderEntry
from games.matches.claims import unfinished_matches
from games.matches.errors import CannotBePlayed
from games.matches.models import MatchSeat, new_secret
from games.matches.services import BlockOrder, Rotation, all_rotations, create_block
from league.accounts.models import Account
from league.accounts.services.notifications import notify
from league.common.live import announce
from league.common.locks import advisory_lock, try_advisory_lock
from league.ratings.queries import current_ratings
from league.results.models import Pool
from league.results.services.ledger import pool_for

log = structlog.get_logger(__name__)

UNKNOWN = (1500.0, 686.0)  # rating and uncertainty of a bot that has not played, in points
CLOCK = Func(function="clock_timestamp", output_field=DateTimeField())  # that of a transaction stands still
FAULTS = 3  # matches in a row on one ladder in which a bot fails, until it is paused
MEMORY = 400  # blocks of a ladder whose meetings and seats count


@transaction.atomic
def plan_blocks() -> int:
    """Update the ladders' bots and start blocks while there is room; return how many. One process at a time."""
    if not try_advisory_lock("games.ladder"):
        return 0
    advisory_lock(FILES_LOCK, is_shared=True)
    for one in failing(FAULTS):
        auto_pause_bot(faults=FAULTS, **one._asdict())
    playing = {each.player_id: each for each in contestants()}
    follow_contestants(playing.values())
    room, begun = _free_blocks(), 0
    while (table := _begin_next(playing, [table for table in TABLES if room[_lane(table)] > 0])) is not None:
        room[_lane(table)] -= 1
        begun += 1
    return begun


def follow_contestants(playing: Iterable[Contestant]) -> None:
    """Add and remove bots. A ladder is created with the first bot that is not built in."""
    there = list(playing)
    kept = Ladder.objects.select_related("pool").prefetch_related("ladder_entries")
    ladders = {(ladder.pool.game, ladder.pool.seats): ladder for ladder in kept}
    for game in registry.games().values():
        able = [each for each in there if game.slug in each.games]
        is_visited = any(not each.is_builtin for each in able)
        for seats in range(game.min_seats, game.max_seats + 1):
            ladder = ladders.get((game.slug, seats))
            if ladder is None and is_visited:
                ladder = Ladder.objects.create(pool=pool_for(game=game.slug, player_kind=Pool.Kind.BOT, seats=seats))
            if ladder is not None:
                _announce_bots_of(_follow(ladder, able))


def _follow(ladder: Ladder, able: Iterable[Contestant]) -> set[int]:
    """Return the players who joined, left, or changed their program."""
    entries = {entry.player_id: entry for entry in ladder.ladder_entries.all()}
    moved = {each.player_id for each in able if _stand(ladder, entries.pop(each.player_id, None), each)}
    gone = {entry.player_id: entry.pk for entry in entries.values() if not entry.is_away}
    if gone:
        LadderEntry.objects.filter(pk__in=gone.values()).update(is_away=True)
    return moved | gone.keys()


def _stand(ladder: Ladder, entry: LadderEntry | None, each: Contestant) -> bool:
    """Put the contestant on the ladder; return whether anything changed."""
    if entry is None:
        here = {"since_turn": ladder.turn, "program_turn": ladder.turn}
        LadderEntry.objects.create(ladder=ladder, player_id=each.player_id, program=each.program, **here)
    elif entry.program != each.program:
        again = {"blocks": 0, "is_away": False, "since_turn": ladder.turn, "program_turn": ladder.turn}
        LadderEntry.objects.filter(pk=entry.pk).update(program=each.program, **again)
    elif entry.is_away:
        LadderEntry.objects.filter(pk=entry.pk).update(is_away=False, since_turn=ladder.turn)
    else:
        return False
    return True


def _announce_bots_of(players: Collection[int]) -> None:
    if players:
        for public_id in UploadedBot.objects.filter(player__in=players).values_list("public_id", flat=True):
            announce_bot(public_id)


def _begin_next(playing: Mapping[int, Contestant], room: Sequence[Table]) -> Table | None:
    """Start one block on the ladder that was planned longest ago and has a table; return who plays it."""
    ladders = Ladder.objects.filter(is_open=True).select_related("pool")
    for ladder in ladders.order_by(F("planned_at").asc(nulls_first=True), "pk"):
        Ladder.objects.filter(pk=ladder.pk).update(planned_at=CLOCK)
        try:
            with transaction.atomic():
                if (table := _begin(ladder, playing, room)) is not None:
                    return table
        except CannotBePlayed as refusal:  # must not stop the other ladders
            log.warning("a block of a ladder was refused", ladder=ladder.public_id, cause=str(refusal))
    return None


def _begin(ladder: Ladder, playing: Mapping[int, Contestant], room: Sequence[Table]) -> Table | None:
    seats = ladder.pool.seats
    if seats is None:
        return None
    secret = new_secret()
    turn = ladder.turn + 1
    tables = ladder.blocks.order_by("-turn").values_list("players", flat=True)[:MEMORY]
    met = Counter(pair for players in tables for pair in pairs_at(players))
    table = next_table(_candidates(ladder, playing), seats=seats, turn=turn, met=met, rng=Random(secret), room=room)
    if table is None:
        return None
    rotations = _rotations(ladder, [playing[player] for player in table])
    block = create_block(order=BlockOrder(game=ladder.pool.game, rotations=rotations, pool=ladder.pool, secret=secret))
    LadderBlock.objects.create(block=block, ladder=ladder, turn=turn, players=list(table))
    Ladder.objects.filter(pk=ladder.pk).update(turn=turn)
    LadderEntry.objects.filter(ladder=ladder, player__in=table).update(blocks=F("blocks") + 1, last_turn=turn)
    announce(f"ladder:{ladder.public_id}")
    _announce_bots_of(table)
    return table_of(playing[player].kind for player in table)


def _rotations(ladder: Ladder, table: Sequence[Contestant]) -> tuple[Rotation, ...]:
    """Return all rotations of the seats, or one where a remote bot plays, the one that balances its seats.

    A remote bot keeps running between matches: in the second rotation it would know the hands of the first.
    """
    rotations = all_rotations([contestant.seat_setup for contestant in table])
    afar = [contestant.player_id for contestant in table if contestant.kind == "remote"]
    if not afar:
        return rotations
    return (rotations[evenest_rotation([each.player_id for each in table], afar, _sat(ladder, afar))],)


def _sat(ladder: Ladder, afar: Sequence[int]) -> dict[tuple[int, int], int]:
    latest = ladder.blocks.order_by("-turn").values("block")[:MEMORY]
    seats = MatchSeat.objects.filter(match__block__in=latest, player__in=afar).order_by()
    counted = seats.values_list("player", "seat").annotate(Count("pk"))
    return {(player or 0, seat): times for player, seat, times in counted}


def _candidates(ladder: Ladder, playing: Mapping[int, Contestant]) -> list[Candidate]:
    rows = current_ratings().filter(fold__pool=ladder.pool_id).values_list("player_id", "value", "uncertainty")
    known = {player: (value / 1000, uncertainty / 1000) for player, value, uncertainty in rows}
    entries = ladder.ladder_entries.filter(is_away=False, player__in=playing).select_related("player")
    found = []
    for entry in entries.order_by("player"):
        kind = playing[entry.player_id].kind
        owner = None if kind == "house" else entry.player.owner_id or -entry.player_id  # its own where its owner left
        rated = known.get(entry.player_id, UNKNOWN)
        found.append(Candidate(entry.player_id, owner, *rated, entry.blocks, entry.last_turn, kind))
    return found


Lane = tuple[bool, bool]
"""Whether a table has remote bots, and whether it has uploaded bots too. Each lane has its own limit of deals."""


def _lane(table: Table) -> Lane:
    return "remote" in table, table >= {"remote", "uploaded"}


def _free_blocks() -> Counter[Lane]:
    """Return how many blocks may start in each lane. Blocks of other rules versions do not count."""
    begun = (
        unfinished_matches()
        .filter(block__of_a_ladder__isnull=False)
        .values_list("is_remote", "needs_sandbox")
        .annotate(Count("block", distinct=True))
    )
    room = Counter({_lane(table): settings.LADDER_DEALS for table in TABLES})
    for is_remote, is_uploaded, count in begun:
        room[is_remote, is_remote and is_uploaded] -= count
    return room


EARLIEST: Final = 7  # o'clock in the account's time zone


def send_daily_reports() -> int:
    """Send the reports that are due; return their number. A failed one is tried again at the next call."""
    since = timezone.now().date() - timedelta(days=2)
    written = set(DailyReportMail.objects.filter(day__gte=since).values_list("account", "day"))
    return sum(_written_if_due(account, written) for account in report_recipients())


@transaction.atomic
def send_daily_report(*, account: Account) -> bool:
    """Send yesterday's report at most once a day, if it has news; return whether a mail was sent."""
    today = today_of(account)
    kept, is_new = DailyReportMail.objects.get_or_create(account=account, day=today)
    if not is_new:
        return False
    with translation.override(account.language), timezone.override(ZoneInfo(account.time_zone)):
        report = daily_report_of(account, today - timedelta(days=1))
        if report.has_changes:
            _write(account, report)
            return True
    kept.is_written = False
    kept.save(update_fields=["is_written"])
    return False


def _written_if_due(account: Account, written: Container[tuple[int, date]]) -> bool:
    try:
        is_due = timezone.now().astimezone(ZoneInfo(account.time_zone)).hour >= EARLIEST
        return is_due and (account.pk, today_of(account)) not in written and send_daily_report(account=account)
    except Exception:
        log.exception("a daily report could not be sent", account=account.public_id)
        return False


def _write(account: Account, report: DailyReport) -> None:
    facts = {
        "report": report,
        "bots": [bot for bot in report.bots if bot.has_changes],
        "site": settings.SITE_ADDRESS,
        "address": settings.SITE_ADDRESS + reverse("daily-report:day", args=[report.day.isoformat()]),
    }
    subject = _("Moothill: your bots yesterday")
    notify([account], KIND, subject, "ladder/mail/daily_report.txt", facts, once=report.day.isoformat())
