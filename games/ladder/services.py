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
    TABLE_KINDS,
    Candidate,
    TableKind,
    evenest_rotation,
    next_table,
    pairs_at,
    table_kind,
)
from games.ladder.models import DailyReportMail, Ladder, LadderBlock, LadderEntry
from games.ladder.participants import LadderBot, failing, ladder_bots
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
    """Update the ladders' bots and start blocks while workers are free; return how many. One process at a time."""
    if not try_advisory_lock("games.ladder"):
        return 0
    advisory_lock(FILES_LOCK, is_shared=True)
    for bot in failing(FAULTS):
        auto_pause_bot(faults=FAULTS, **bot._asdict())
    bots = {bot.player_id: bot for bot in ladder_bots()}
    update_ladders(bots.values())
    free, started = _free_blocks(), 0
    while (kind := _start_next(bots, [kind for kind in TABLE_KINDS if free[_lane(kind)] > 0])) is not None:
        free[_lane(kind)] -= 1
        started += 1
    return started


def update_ladders(bots: Collection[LadderBot]) -> None:
    """Add and remove bots. A ladder is created with the first bot that is not built in."""
    stored = Ladder.objects.select_related("pool").prefetch_related("ladder_entries")
    ladders = {(ladder.pool.game, ladder.pool.seats): ladder for ladder in stored}
    for game in registry.games().values():
        able = [bot for bot in bots if game.slug in bot.games]
        for seats in range(game.min_seats, game.max_seats + 1):
            ladder = ladders.get((game.slug, seats))
            if ladder is None and not all(bot.is_builtin for bot in able):
                ladder = Ladder.objects.create(pool=pool_for(game=game.slug, player_kind=Pool.Kind.BOT, seats=seats))
            if ladder is not None:
                _announce_bots_of(_update_entries(ladder, able))


def _update_entries(ladder: Ladder, bots: Iterable[LadderBot]) -> set[int]:
    """Return the players who joined, left, or changed their program."""
    entries = {entry.player_id: entry for entry in ladder.ladder_entries.all()}
    changed = {bot.player_id for bot in bots if _update_entry(ladder, entries.pop(bot.player_id, None), bot)}
    away = {entry.player_id: entry.pk for entry in entries.values() if not entry.is_away}
    if away:
        LadderEntry.objects.filter(pk__in=away.values()).update(is_away=True)
    return changed | away.keys()


def _update_entry(ladder: Ladder, entry: LadderEntry | None, bot: LadderBot) -> bool:
    """Create or update the entry of a bot that plays; return whether anything changed."""
    turns = {"since_turn": ladder.turn, "program_turn": ladder.turn}
    if entry is None:
        LadderEntry.objects.create(ladder=ladder, player_id=bot.player_id, program=bot.program, **turns)
    elif entry.program != bot.program:
        LadderEntry.objects.filter(pk=entry.pk).update(program=bot.program, blocks=0, is_away=False, **turns)
    elif entry.is_away:
        LadderEntry.objects.filter(pk=entry.pk).update(is_away=False, since_turn=ladder.turn)
    else:
        return False
    return True


def _announce_bots_of(players: Collection[int]) -> None:
    if players:
        for public_id in UploadedBot.objects.filter(player__in=players).values_list("public_id", flat=True):
            announce_bot(public_id)


def _start_next(bots: Mapping[int, LadderBot], allowed: Sequence[TableKind]) -> TableKind | None:
    """Start one block on the ladder that was planned longest ago and has a table; return the kind of its table."""
    ladders = Ladder.objects.filter(is_open=True).select_related("pool")
    for ladder in ladders.order_by(F("planned_at").asc(nulls_first=True), "pk"):
        Ladder.objects.filter(pk=ladder.pk).update(planned_at=CLOCK)
        try:
            with transaction.atomic():
                if (kind := _start_block(ladder, bots, allowed)) is not None:
                    return kind
        except CannotBePlayed as refusal:  # must not stop the other ladders
            log.warning("a block of a ladder was refused", ladder=ladder.public_id, cause=str(refusal))
    return None


def _start_block(ladder: Ladder, bots: Mapping[int, LadderBot], allowed: Sequence[TableKind]) -> TableKind | None:
    seats = ladder.pool.seats
    if seats is None:
        return None
    secret, turn = new_secret(), ladder.turn + 1
    tables = ladder.blocks.order_by("-turn").values_list("players", flat=True)[:MEMORY]
    table = next_table(
        _candidates(ladder, bots),
        seats=seats,
        turn=turn,
        meetings=Counter(pair for players in tables for pair in pairs_at(players)),
        rng=Random(secret),
        allowed=allowed,
    )
    if table is None:
        return None
    rotations = _rotations(ladder, [bots[player] for player in table])
    block = create_block(order=BlockOrder(game=ladder.pool.game, rotations=rotations, pool=ladder.pool, secret=secret))
    LadderBlock.objects.create(block=block, ladder=ladder, turn=turn, players=list(table))
    Ladder.objects.filter(pk=ladder.pk).update(turn=turn)
    LadderEntry.objects.filter(ladder=ladder, player__in=table).update(blocks=F("blocks") + 1, last_turn=turn)
    announce(f"ladder:{ladder.public_id}")
    _announce_bots_of(table)
    return table_kind(bots[player].kind for player in table)


def _rotations(ladder: Ladder, table: Sequence[LadderBot]) -> tuple[Rotation, ...]:
    """Return all rotations of the seats, or one where a remote bot plays, the one that balances its seats.

    A remote bot keeps running between matches: in the second rotation it would know the hands of the first.
    """
    rotations = all_rotations([bot.seat_setup for bot in table])
    remote = [bot.player_id for bot in table if bot.kind == "remote"]
    if not remote:
        return rotations
    latest = ladder.blocks.order_by("-turn").values("block")[:MEMORY]
    seats = MatchSeat.objects.filter(match__block__in=latest, player__in=remote).order_by()
    counted = seats.values_list("player", "seat").annotate(Count("pk"))
    times = {(player or 0, seat): count for player, seat, count in counted}
    return (rotations[evenest_rotation([bot.player_id for bot in table], remote, times)],)


def _candidates(ladder: Ladder, bots: Mapping[int, LadderBot]) -> list[Candidate]:
    rows = current_ratings().filter(fold__pool=ladder.pool_id).values_list("player_id", "value", "uncertainty")
    ratings = {player: (value / 1000, uncertainty / 1000) for player, value, uncertainty in rows}
    entries = ladder.ladder_entries.filter(is_away=False, player__in=bots).select_related("player")
    candidates = []
    for entry in entries.order_by("player"):
        player, kind = entry.player_id, bots[entry.player_id].kind
        owner = None if kind == "builtin" else entry.player.owner_id or -player  # its own where its owner left
        rating = ratings.get(player, UNKNOWN)
        candidates.append(Candidate(player, owner, *rating, entry.blocks, entry.last_turn, kind))
    return candidates


Lane = tuple[bool, bool]
"""Whether a table has remote bots, and whether it has uploaded bots too. Each lane has its own limit of deals."""


def _lane(kind: TableKind) -> Lane:
    return "remote" in kind, kind >= {"remote", "uploaded"}


def _free_blocks() -> Counter[Lane]:
    """Return how many blocks may start in each lane. Blocks of other rules versions do not count."""
    unfinished = unfinished_matches().filter(block__of_a_ladder__isnull=False).values_list("is_remote", "needs_sandbox")
    free = Counter({_lane(kind): settings.LADDER_DEALS for kind in TABLE_KINDS})
    for is_remote, needs_sandbox, count in unfinished.annotate(Count("block", distinct=True)):
        free[is_remote, is_remote and needs_sandbox] -= count
    return free


EARLIEST: Final = 7  # o'clock in the account's time zone


def send_daily_reports() -> int:
    """Send the reports that are due; return their number. A failed one is tried again at the next call."""
    since = timezone.now().date() - timedelta(days=2)
    handled = set(DailyReportMail.objects.filter(day__gte=since).values_list("account", "day"))
    return sum(_send_if_due(account, handled) for account in report_recipients())


@transaction.atomic
def send_daily_report(*, account: Account) -> bool:
    """Send yesterday's report at most once a day, if it has news; return whether a mail was sent."""
    today = today_of(account)
    row, is_new = DailyReportMail.objects.get_or_create(account=account, day=today)
    if not is_new:
        return False
    with translation.override(account.language), timezone.override(ZoneInfo(account.time_zone)):
        report = daily_report_of(account, today - timedelta(days=1))
        if report.has_changes:
            _send(account, report)
            return True
    row.is_written = False
    row.save(update_fields=["is_written"])
    return False


def _send_if_due(account: Account, handled: Container[tuple[int, date]]) -> bool:
    try:
        is_due = timezone.now().astimezone(ZoneInfo(account.time_zone)).hour >= EARLIEST
        return is_due and (account.pk, today_of(account)) not in handled and send_daily_report(account=account)
    except Exception:
        log.exception("a daily report could not be sent", account=account.public_id)
        return False


def _send(account: Account, report: DailyReport) -> None:
    facts = {
        "report": report,
        "bots": [bot for bot in report.bots if bot.has_changes],
        "site": settings.SITE_ADDRESS,
        "address": settings.SITE_ADDRESS + reverse("daily-report:day", args=[report.day.isoformat()]),
    }
    subject = _("Moothill: your bots yesterday")
    notify([account], KIND, subject, "ladder/mail/daily_report.txt", facts, once=report.day.isoformat())
