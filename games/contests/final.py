"""The final of a contest: the seating plan, queueing deals a few at a time, revealing them in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.models import BuiltinBot, RemoteBot, UploadedBot
from games.bots.queries import PREFIX, slug_of
from games.bots.remote.mailbox import slug_of as slug_of_remote
from games.contests.errors import TooLate
from games.contests.models import Contest, Entry, FinalDeal
from games.contests.queries import stuck_deals
from games.contests.services import (
    end_without_result,
    in_the_language_of,
    locked_for_organiser,
    why_not,
    write_to_owners,
)
from games.matches.claims import unfinished_matches
from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match, SeatReport, new_secret
from games.matches.queueing import QUEUE, QUEUE_MIXED, QUEUE_REMOTE
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, all_rotations, check_order, create_block
from games.matches.strategy_registry import REMOTE_PREFIX
from league.accounts.models import Account
from league.common.live import announce
from league.common.locks import advisory_lock
from league.common.models import first_or_refuse
from league.common.outages import is_outage

_DRAWS = 24  # the one with the most even meetings is taken


def final(players: Sequence[int], *, seats: int, blocks: int, luck: bytes) -> list[tuple[int, ...]]:
    """Return the tables of a final in the order in which they are revealed.

    The numbers of deals that players sit at differ by one at most; opponents meet as evenly as the draws tried allow.
    The same luck gives the same tables. Raise ValueError for fewer players than seats.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players do not fill a table of {seats}")
    draws = [_seating(players, seats, blocks, Random(luck + bytes([number]))) for number in range(_DRAWS)]
    return min(draws, key=_unevenness)


def _seating(players: Sequence[int], seats: int, blocks: int, rng: Random) -> list[tuple[int, ...]]:
    sat: Counter[int] = Counter()
    met: dict[int, Counter[int]] = {player: Counter() for player in players}
    tables = []
    for _block in range(blocks):
        table: list[int] = []
        while len(table) < seats:
            table.append(_next(table, players, sat, met, rng))
        sat.update(table)
        for one, other in permutations(table, 2):
            met[one][other] += 1
        tables.append(tuple(table))
    return tables


def _next(
    table: Sequence[int], players: Sequence[int], sat: Counter[int], met: Mapping[int, Counter[int]], rng: Random
) -> int:
    """Of those who sat least often, return one who met this table least often; ties are broken at random."""
    free = [player for player in players if player not in table]
    fewest = min(sat[player] for player in free)
    rested = [player for player in free if sat[player] == fewest]
    return min(rested, key=lambda each: (sum(met[each][other] for other in table), rng.random()))


def _unevenness(tables: Sequence[Sequence[int]]) -> int:
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(times * times for times in met.values())


log = structlog.get_logger(__name__)


def for_each_contest(step: Callable[[int], int], contests: QuerySet[Contest]) -> int:
    """Take the step with each, by its key; return the sum.

    A step that fails does not stop the others and is tried again at the next run. An unreachable database is raised.
    """
    done = 0
    for pk in contests.values_list("pk", flat=True):
        try:
            done += step(pk)
        except Exception as error:
            if is_outage(error):
                raise
            log.exception("a step of a contest failed", contest=pk, step=step.__name__)
    return done


def close_contests() -> int:
    """Close the contests that are due, each in its own transaction; return how many. Idempotent."""
    due = Contest.objects.filter(closed_at=None, called_off_at=None, closes_at__lte=timezone.now())
    return for_each_contest(_close, due.order_by("closes_at"))


@transaction.atomic
def _close(pk: int) -> bool:
    rows = (
        Contest.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("club")
        .filter(closed_at=None, called_off_at=None)
    )
    contest = rows.filter(pk=pk, closes_at__lte=timezone.now()).first()
    if contest is None:
        return False
    with in_the_language_of(contest):
        playing = _settled(contest)
        if len(playing) < contest.seats:
            sentence = ngettext(
                "Only %(came)d bot could play, but a table has %(seats)d seats.",
                "Only %(came)d bots could play, but a table has %(seats)d seats.",
                len(playing),
            )
            end_without_result(contest, sentence % {"came": len(playing), "seats": contest.seats})
            return True
        try:
            with transaction.atomic():
                _draw(contest, playing)
        except CannotBePlayed as refusal:
            log.warning("a final was refused", contest=contest.public_id, cause=str(refusal))
            end_without_result(contest, str(refusal)[:400])
            return True
    contest.closed_at = timezone.now()
    contest.save(update_fields=["closed_at"])
    write_to_owners(contest, "closed")
    announce(contest.topic)
    return True


def _settled(contest: Contest) -> list[Entry]:
    """Fix the program of each entry; return those that play. The others get a reason."""
    entries = list(contest.entries.select_related("player").order_by("pk"))
    players = [entry.player_id for entry in entries]
    house = {bot.player_id: bot for bot in BuiltinBot.objects.filter(player__in=players)}
    rows = UploadedBot.objects.select_for_update(of=("self",)).select_related("player").filter(player__in=players)
    uploaded = {bot.player_id: bot for bot in rows.order_by("pk")}
    afar = RemoteBot.objects.select_for_update(of=("self",)).select_related("player").filter(player__in=players)
    remote = {bot.player_id: bot for bot in afar.order_by("pk")}
    for entry in entries:
        if entry.player_id in house:
            entry.bot, entry.playouts = house[entry.player_id].strategy, house[entry.player_id].playouts
        elif bot := uploaded.get(entry.player_id):
            entry.left_out_because = why_not(bot, contest)
            if not entry.left_out_because:
                entry.bot = slug_of(bot.versions.get(active=True).public_id)
        elif far := remote.get(entry.player_id):
            entry.left_out_because = why_not(far, contest)
            entry.bot = "" if entry.left_out_because else slug_of_remote(far.public_id)
        else:
            entry.left_out_because = _("The bot was deleted.")
    Entry.objects.bulk_update(entries, ["bot", "playouts", "left_out_because"])
    return [entry for entry in entries if entry.bot]


def _draw(contest: Contest, playing: list[Entry]) -> None:
    """Draw all deals and check that they can be played. Raise `CannotBePlayed`."""
    tables = final(
        [entry.player_id for entry in playing], seats=contest.seats, blocks=contest.blocks, luck=new_secret()
    )
    deals = FinalDeal.objects.bulk_create(
        FinalDeal(contest=contest, number=number, players=list(table)) for number, table in enumerate(tables, start=1)
    )
    seat_setups = setups_of(contest)
    for deal in deals:
        check_order(order_of(contest, deal, seat_setups))


SeatSetups = Mapping[int, SeatSetup]


def queue_deals() -> int:
    """Queue the next deals of the finals in turn; return how many. Idempotent.

    The final with the fewest queued deals comes first, then the one that waited longest.
    """
    queued = 0
    while any(_free_deals().values()) and (taken := for_each_contest(_queue_one, _by_turns())):
        queued += taken
    return queued


@transaction.atomic
def _queue_one(pk: int) -> int:
    """Queue the next deal of a final while there is room; return how many. One process at a time.

    A refused deal stays for an organiser to skip, and is tried again.
    """
    advisory_lock("games.contests.queue")
    rows = Contest.objects.select_for_update(of=("self",), skip_locked=True).select_related("club")
    contest = rows.filter(pk=pk, over_at=None, called_off_at=None).first()
    free = _free_deals()
    if contest is None or not any(free.values()):
        return 0
    seat_setups = setups_of(contest)
    left = contest.final.filter(block=None, dropped_at=None).order_by("number")
    return int(any(_is_queued(contest, deal, seat_setups) for deal in left if free[_workers_of(deal, seat_setups)]))


def _workers_of(deal: FinalDeal, seat_setups: SeatSetups) -> str:
    """Return the queue whose workers play the deal; `QUEUE` stands for all without remote bots."""
    bots = [seat_setups[player].bot for player in deal.players]
    if not any(bot.startswith(REMOTE_PREFIX) for bot in bots):
        return QUEUE
    return QUEUE_MIXED if any(bot.startswith(PREFIX) for bot in bots) else QUEUE_REMOTE


def _by_turns() -> QuerySet[Contest]:
    """Return the finals with a deal that is not queued yet, in the order of their turns."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    left = at_work.filter(pk__in=FinalDeal.objects.filter(block=None, dropped_at=None).values("contest"))
    there = Count("final", filter=Q(final__in=_in_the_queue()))
    last = Max("final__block__created_at")
    return left.annotate(there=there, last=last).order_by("there", F("last").asc(nulls_first=True), "closed_at", "pk")


def _free_deals() -> dict[str, int]:
    """Return how many more deals all finals together may queue: as many as ladders, or one without ladders.

    Keyed by the workers that play them, so that no deal waits for remote bots or workers that it does not need.
    """
    together: int = max(1, settings.LADDER_DEALS)
    kinds = {QUEUE_REMOTE: False, QUEUE_MIXED: True}
    rows = {queue: Match.objects.filter(is_remote=True, needs_sandbox=apart) for queue, apart in kinds.items()}
    queued = {queue: _in_the_queue().filter(block__in=found.values("block")).count() for queue, found in rows.items()}
    queued[QUEUE] = _in_the_queue().count() - sum(queued.values())
    return {queue: max(0, together - deals) for queue, deals in queued.items()}


def _in_the_queue() -> QuerySet[FinalDeal]:
    """Return the deals that are being played or will be; those of other rules versions do not count."""
    waiting = unfinished_matches().filter(block__of_a_final__isnull=False).values("block")
    return FinalDeal.objects.filter(block__in=waiting, dropped_at=None).order_by()


def setups_of(contest: Contest) -> SeatSetups:
    """Return the seat assignment of each player: the bot as fixed when submissions closed, and whether it is absent."""
    absent = absent_players(contest)
    return {
        entry.player_id: SeatSetup(entry.player_id, entry.bot, entry.playouts, entry.player_id in absent)
        for entry in contest.entries.exclude(bot="")
    }


def order_of(contest: Contest, deal: FinalDeal, seat_setups: SeatSetups) -> BlockOrder:
    """Return the block of the deal: played from every seat, withheld."""
    rotations = all_rotations([seat_setups[player] for player in deal.players])
    return BlockOrder(
        game=contest.game, rotations=rotations, is_withheld=True, club=contest.club, ordered_by=contest.made_by_id
    )


def _is_queued(contest: Contest, deal: FinalDeal, seat_setups: SeatSetups) -> bool:
    try:
        deal.block = create_block(order=order_of(contest, deal, seat_setups))
        deal.refused_because = ""
    except CannotBePlayed as refusal:
        reason = str(refusal)[:400]
        if reason == deal.refused_because:
            return False
        log.warning("a deal of a final was refused", contest=contest.public_id, deal=deal.number, cause=reason)
        deal.refused_because = reason
    deal.save(update_fields=["block", "refused_because"])
    return deal.block is not None


def reveal_deals() -> int:
    """Reveal what is due of every final, and finish those with no deal left; return how many deals. Idempotent."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    return for_each_contest(_reveal, at_work.order_by("closed_at"))


@transaction.atomic
def _reveal(pk: int) -> int:
    rows = Contest.objects.select_for_update(skip_locked=True).filter(over_at=None, called_off_at=None)
    contest = rows.filter(pk=pk).first()
    if contest is None:
        return 0
    revealed = 0
    hidden = list(contest.final.filter(told_at=None, dropped_at=None).select_related("block").order_by("number"))
    while hidden and hidden[0].is_finished and contest.next_at <= timezone.now():
        deal = hidden.pop(0)
        deal.told_at = contest.told_at = timezone.now()
        deal.save(update_fields=["told_at"])
        Block.objects.filter(of_a_final=deal).update(is_withheld=False, told_at=deal.told_at)
        revealed += 1
    if not hidden:
        contest.over_at = now = timezone.now()
        left_out = Block.objects.filter(of_a_final__contest=contest, is_withheld=True)  # those that were left out
        left_out.update(is_withheld=False, told_at=now)
        write_to_owners(contest, "over")
    contest.save(update_fields=["told_at", "over_at"])
    if revealed or not hidden:
        announce(contest.topic)
    return revealed


def warn_owners() -> int:
    """Write to the owners whose remote bots miss matches of a final; return how many do. Idempotent."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    return for_each_contest(write_to_absent, at_work.filter(entries__bot__startswith=REMOTE_PREFIX).distinct())


@transaction.atomic
def drop_deal(*, contest: str, number: int, by: Account) -> None:
    """Skip a deal that can never be finished, so that the others are revealed. Idempotent.

    Raise `NoSuchContest`, `NotYours`, and `TooLate` for one that is being played or was revealed.
    """
    row = locked_for_organiser(contest, by)
    if row.final.filter(number=number, dropped_at__isnull=False).exists():
        return
    refusal = TooLate(_("Only a deal that cannot be finished can be skipped."))
    deal = first_or_refuse(stuck_deals(row).filter(number=number), refusal)
    deal.dropped_at = timezone.now()
    deal.save(update_fields=["dropped_at"])
    announce(row.topic)


MISSED_BEFORE_MAIL: Final = 3  # matches of a final; on a ladder so many pause a bot
MOST_MISSED: Final = 20  # matches of a final, which wait a minute each


def absent_players(contest: Contest, missed: int = 0) -> set[int]:
    """Return those whose remote bot lost so many matches of the final, or `MOST_MISSED`, by not being connected."""
    reports = SeatReport.objects.filter(
        kind="away", match__block__of_a_final__contest=contest, match__seats__seat=F("seat")
    )
    counted = reports.order_by().values_list("match__seats__player").annotate(number=Count("pk"))
    return {player for player, number in counted if player is not None and number >= (missed or MOST_MISSED)}


def write_to_absent(pk: int) -> int:
    """Write once to the owners whose remote bots miss matches of the final; return how many do. Idempotent."""
    contest = Contest.objects.get(pk=pk)
    absent = absent_players(contest, MISSED_BEFORE_MAIL)
    if absent:
        write_to_owners(contest, "absent", contest.entries.filter(player__in=absent))
    return len(absent)
