"""The deals of a finale are put into the queue a few at a time, so that ladders and tests keep their share of it."""

from collections.abc import Mapping

import structlog
from django.db import transaction
from django.db.models import Q

from games.contests.limits import AT_ONCE
from games.contests.models import Contest, FinaleBlock
from games.contests.services.turns import each_alone
from games.matches.errors import CannotBePlayed
from games.matches.models import Match
from games.matches.playing import Chair
from games.matches.services import Order, all_rotations, create_block
from games.matches.services.claims import rules_played_here

log = structlog.get_logger(__name__)

Chairs = Mapping[int, Chair]


def queue_deals() -> int:
    """Fill the queue with what is next of every finale; returns how many deals. Twice at once is harmless."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    return each_alone(_queue, at_work.order_by("closed_at"))


@transaction.atomic
def _queue(pk: int) -> int:
    rows = Contest.objects.select_for_update(of=("self",), skip_locked=True).select_related("club")
    contest = rows.filter(pk=pk, over_at=None, called_off_at=None).first()
    return queue_next(contest) if contest else 0


def queue_next(contest: Contest) -> int:
    """Fill the queue with what is next of a finale that is held; returns how many deals.

    What is refused stays for an organiser to leave out, and is tried again: what it lacks may have come back.
    """
    room = AT_ONCE - _in_the_queue(contest)
    if room <= 0:
        return 0
    chairs, queued = chairs_of(contest), 0
    for deal in contest.finale.filter(block=None, dropped_at=None).order_by("number"):
        queued += _is_queued(contest, deal, chairs)
        if queued == room:
            break
    return queued


def chairs_of(contest: Contest) -> Chairs:
    """What plays for whom, as it was settled when submissions closed."""
    playing = contest.entries.exclude(bot="")
    return {entry.player_id: Chair(entry.player_id, entry.bot, entry.playouts) for entry in playing}


def order_of(contest: Contest, deal: FinaleBlock, chairs: Chairs) -> Order:
    """The deal from every seat, kept back."""
    rotations = all_rotations([chairs[player] for player in deal.players])
    return Order(game=contest.game, rotations=rotations, is_withheld=True, club=contest.club)


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


def _in_the_queue(contest: Contest) -> int:
    """Deals that are being played, or will be: those that nobody here will ever play take no room."""
    alive = Q(status__in=(Match.Status.QUEUED, Match.Status.RUNNING), rules_version__in=rules_played_here())
    waiting = Match.objects.filter(alive, block__of_a_finale__contest=contest).order_by().values("block")
    return contest.finale.filter(block__in=waiting, dropped_at=None).count()
