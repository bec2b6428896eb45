"""The table of a game that has no drawing of its own: who is to move, and how far it is."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.core.game import Event, State


def draw(state: State, event: Event | None, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The mapping that `_plain.html` takes."""
    outcome = state.outcome
    return {
        "facts": [(_("Moves open"), len(state.legal_moves()))] if event is not None and outcome is None else [],
        "seats": [
            {
                **chair,
                "to_move": state.turn == seat,
                "facts": [(_("Points"), outcome.points[seat]), (_("Place"), outcome.places[seat])] if outcome else [],
            }
            for seat, chair in enumerate(chairs)
        ],
    }
