"""Whose sittings they are: a visitor who joins or signs in takes theirs along."""

import structlog
from django.db import transaction

from games.matches.models import Match
from games.matches.services import seat_visitor
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
    sittings = list(
        Sitting.objects.select_for_update(of=("self",))
        .filter(player=None, key_hash=key_hash)
        .select_related("match__block", "match__pool")
        .order_by("pk")
    )
    for sitting in sittings:
        sitting.player, sitting.key_hash = player, ""
        sitting.save(update_fields=["player", "key_hash"])
        if sitting.match is not None:
            _seat(sitting.match, player)
    return len(sittings)


def _seat(match: Match, player: Player) -> None:
    """Nobody is kept from signing in because the ledger refuses a game."""
    try:
        with transaction.atomic():
            seat_visitor(match=match, player=player)
    except RefusedResult as refusal:
        log.error("the ledger refused a visitor's game", match=match.public_id, cause=refusal.message)
