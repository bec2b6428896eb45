"""The final of a contest: queues its deals a few at a time, reveals them in order, and warns owners of absent bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.bots.version_slugs import PREFIX
from games.contests.errors import TooLate
from games.contests.models import Contest, FinalDeal
from games.contests.queries import stuck_deals
from games.contests.services import locked_for_organiser, write_to_owners
from games.matches.claims import unfinished_matches
from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match, SeatReport
from games.matches.queueing import QUEUE, QUEUE_MIXED, QUEUE_REMOTE
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, all_rotations, create_block
from games.matches.strategy_registry import REMOTE_PREFIX
from league.accounts.models import Account
from league.common.live import announce
from league.common.locks import advisory_lock
from league.common.models import first_or_refuse
from league.common.outages import is_outage

log = structlog.get_logger(__name__)

MISSED_BEFORE_MAIL: Final = 3  # matches of a final; on a ladder so many pause a bot
MOST_MISSED: Final = 20  # matches of a final, which wait a minute each

SeatSetups = Mapping[int, SeatSetup]


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


def finals_in_progress() -> QuerySet[Contest]:
    """Return the contests whose submissions are closed and whose final is not over."""
    return Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)


def queue_deals() -> int:
    """Queue the next deals of the finals in turn; return how many. Idempotent.

    The final with the fewest queued deals comes first, then the one that waited longest.
    """
    total = 0
    while any(_free_deals().values()) and (queued := for_each_contest(_queue_one, _by_turns())):
        total += queued
    return total


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
    unqueued = contest.final.filter(block=None, dropped_at=None).order_by("number")
    return int(any(_queue_deal(contest, deal, seat_setups) for deal in unqueued if free[_queue_of(deal, seat_setups)]))


def _queue_of(deal: FinalDeal, seat_setups: SeatSetups) -> str:
    """Return the queue whose workers play the deal; `QUEUE` stands for all without remote bots."""
    bots = [seat_setups[player].bot for player in deal.players]
    if not any(bot.startswith(REMOTE_PREFIX) for bot in bots):
        return QUEUE
    return QUEUE_MIXED if any(bot.startswith(PREFIX) for bot in bots) else QUEUE_REMOTE


def _by_turns() -> QuerySet[Contest]:
    """Return the finals with a deal that is not queued yet, in the order of their turns."""
    left = finals_in_progress().filter(pk__in=FinalDeal.objects.filter(block=None, dropped_at=None).values("contest"))
    queued = Count("final", filter=Q(final__in=_queued_deals()))
    turns = left.annotate(queued=queued, last=Max("final__block__created_at"))
    return turns.order_by("queued", F("last").asc(nulls_first=True), "closed_at", "pk")


def _free_deals() -> dict[str, int]:
    """Return how many more deals all finals together may queue: as many as ladders, or one without ladders.

    Keyed by the workers that play them, so that no deal waits for remote bots or workers that it does not need.
    """
    most: int = max(1, settings.LADDER_DEALS)
    remote, deals = Match.objects.filter(is_remote=True), _queued_deals()
    queued = {
        queue: deals.filter(block__in=remote.filter(needs_sandbox=needs_sandbox).values("block")).count()
        for queue, needs_sandbox in ((QUEUE_REMOTE, False), (QUEUE_MIXED, True))
    }
    queued[QUEUE] = deals.count() - sum(queued.values())
    return {queue: max(0, most - count) for queue, count in queued.items()}


def _queued_deals() -> QuerySet[FinalDeal]:
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


def _queue_deal(contest: Contest, deal: FinalDeal, seat_setups: SeatSetups) -> bool:
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
    return for_each_contest(_reveal, finals_in_progress().order_by("closed_at"))


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
        skipped = Block.objects.filter(of_a_final__contest=contest, is_withheld=True)
        skipped.update(is_withheld=False, told_at=now)
        write_to_owners(contest, "over")
    contest.save(update_fields=["told_at", "over_at"])
    if revealed or not hidden:
        announce(contest.topic)
    return revealed


def warn_owners() -> int:
    """Write to the owners whose remote bots miss matches of a final; return how many do. Idempotent."""
    with_remote = finals_in_progress().filter(entries__bot__startswith=REMOTE_PREFIX).distinct()
    return for_each_contest(write_to_absent, with_remote)


@transaction.atomic
def skip_deal(*, contest: str, number: int, by: Account) -> None:
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
