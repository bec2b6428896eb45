"""Whose sittings they are: a visitor who joins or signs in takes theirs along."""

from collections.abc import Sequence

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.matches.models import Match
from games.matches.services.keeping import seat_visitor
from games.play.models import Sitting
from league.members.models import Player
from league.results.errors import RefusedResult

log = structlog.get_logger(__name__)


@transaction.atomic
def take_along(*, key_hash: str, player: Player) -> int:
    """Give the visitor's sittings to the player, and return how many. Finished ones enter the ledger unrated.

    What is being played stays unrated as well: whoever joins in the middle has seen how it goes.
    """
    if not key_hash:
        return 0
    left = Sitting.objects.select_for_update().filter(player=None, key_hash=key_hash)
    sittings = list(left.order_by("pk"))
    for sitting in sittings:
        sitting.player, sitting.key_hash = player, ""
        sitting.save(update_fields=["player", "key_hash"])
    for match in _matches_of(sittings):
        _seat(match, player)
    return len(sittings)


def _matches_of(sittings: Sequence[Sitting]) -> QuerySet[Match]:
    """Their matches, in the order in which pools are locked; read after the wait for the rows, while a game may end."""
    kept = Match.objects.filter(sitting__in=sittings).select_related("block", "pool")
    return kept.order_by("pool_id", "pk")


def _seat(match: Match, player: Player) -> None:
    """Nobody is kept from signing in because the ledger refuses a game."""
    try:
        with transaction.atomic():
            seat_visitor(match=match, player=player)
    except RefusedResult as refusal:
        log.error("the ledger refused a visitor's game", match=match.public_id, cause=refusal.message)
