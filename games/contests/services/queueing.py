"""Deals of finales are put into the queue a few at a time, so that ladders and checks keep their share of it.

The bound is one for all finales together, however many clubs hold one.
"""

from collections.abc import Mapping

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet

from games.bots.services.locks import one_at_a_time
from games.contests.models import Contest, FinaleBlock
from games.contests.services.turns import each_alone
from games.matches.errors import CannotBePlayed
from games.matches.models import Match
from games.matches.playing import Chair
from games.matches.services.blocks import Order, all_rotations, create_block
from games.matches.services.claims import rules_played_here

log = structlog.get_logger(__name__)

Chairs = Mapping[int, Chair]


def queue_deals() -> int:
    """Fill the queue with what is next of the finales, by turns; returns how many deals. Twice at once is harmless.

    Whoever has the fewest deals there comes first, of these whoever waited longest, so that a finale that waits is the
    next but for those that wait already.
    """
    queued = 0
    while _room() > 0 and (taken := each_alone(_queue_one, _by_turns())):
        queued += taken
    return queued


@transaction.atomic
def _queue_one(pk: int) -> int:
    """Queue the next deal of a finale while there is room for one; returns how many. Nobody else does meanwhile."""
    one_at_a_time("games.contests.queue")
    rows = Contest.objects.select_for_update(of=("self",), skip_locked=True).select_related("club")
    contest = rows.filter(pk=pk, over_at=None, called_off_at=None).first()
    return int(contest is not None and _room() > 0 and _is_next_queued(contest))


def _is_next_queued(contest: Contest) -> bool:
    """What is refused stays for an organiser to leave out, and is tried again: what it lacks may have come back."""
    chairs = chairs_of(contest)
    left = contest.finale.filter(block=None, dropped_at=None).order_by("number")
    return any(_is_queued(contest, deal, chairs) for deal in left)


def _by_turns() -> QuerySet[Contest]:
    """Finales with a deal that is not queued yet."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    left = at_work.filter(pk__in=FinaleBlock.objects.filter(block=None, dropped_at=None).values("contest"))
    there = Count("finale", filter=Q(finale__in=_in_the_queue()))
    last = Max("finale__block__created_at")
    return left.annotate(there=there, last=last).order_by("there", F("last").asc(nulls_first=True), "closed_at", "pk")


def _room() -> int:
    """How many deals all finales together may still put there: as many as ladders, and one where ladders rest."""
    together: int = max(1, settings.LADDER_BLOCKS)
    return together - _in_the_queue().count()


def _in_the_queue() -> QuerySet[FinaleBlock]:
    """Deals that are being played, or will be: those that nobody here will ever play take no room."""
    alive = Q(status__in=(Match.Status.QUEUED, Match.Status.RUNNING), rules_version__in=rules_played_here())
    waiting = Match.objects.filter(alive, block__of_a_finale__isnull=False).order_by().values("block")
    return FinaleBlock.objects.filter(block__in=waiting, dropped_at=None).order_by()


def chairs_of(contest: Contest) -> Chairs:
    """What plays for whom, as it was settled when submissions closed."""
    playing = contest.entries.exclude(bot="")
    return {entry.player_id: Chair(entry.player_id, entry.bot, entry.playouts) for entry in playing}


def order_of(contest: Contest, deal: FinaleBlock, chairs: Chairs) -> Order:
    """The deal from every seat, kept back."""
    rotations = all_rotations([chairs[player] for player in deal.players])
    return Order(
        game=contest.game, rotations=rotations, is_withheld=True, club=contest.club, ordered_by=contest.made_by_id
    )


def _is_queued(contest: Contest, deal: FinaleBlock, chairs: Chairs) -> bool:
    try:
        deal.block = create_block(order=order_of(contest, deal, chairs))
        deal.refused_because = ""
    except CannotBePlayed as refusal:
        because = str(refusal)[:400]
        if because == deal.refused_because:
            return False
        log.warning("a deal of a finale was refused", contest=contest.public_id, deal=deal.number, cause=because)
        deal.refused_because = because
    deal.save(update_fields=["block", "refused_because"])
    return deal.block is not None
