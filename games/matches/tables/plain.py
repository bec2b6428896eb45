"""The table of a game that has no drawing of its own: who is to move, and how far it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.core.game import Event, Outcome, State, View


def draw(position: State | View, event: Event | None, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The mapping that `_plain.html` takes."""
    outcome: Outcome | None = getattr(position, "outcome", None)  # a view has none
    legal_moves = getattr(position, "legal_moves", None)
    is_open = event is not None and outcome is None and legal_moves is not None
    return {
        "facts": [(_("Moves open"), len(legal_moves()))] if is_open and legal_moves else [],
        "seats": [
            {
                **chair,
                "to_move": position.turn == seat,
                "facts": [(_("Points"), outcome.points[seat]), (_("Place"), outcome.places[seat])] if outcome else [],
            }
            for seat, chair in enumerate(chairs)
        ],
    }
