"""Whose sittings they are: a visitor who joins or signs in takes theirs along."""

from django.db import transaction

from games.matches.services import seat_visitor
from games.play.models import Sitting
from league.members.models import Player


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
            seat_visitor(match=sitting.match, player=player)
    return len(sittings)
