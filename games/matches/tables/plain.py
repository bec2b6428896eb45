"""The table of a game that has no drawing of its own: as the prompt shows it, and who is to move."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Event, Outcome, State, View


def draw(position: State | View, _event: Event | None, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The mapping that `_plain.html` takes; of a state, what a spectator sees."""
    outcome: Outcome | None = getattr(position, "outcome", None)  # a view has none
    return {
        "sketch": _sketch(position),
        "seats": [
            {
                **chair,
                "to_move": position.turn == seat,
                "facts": [(_("Seat"), seat + 1), *_result(outcome, seat)],
            }
            for seat, chair in enumerate(chairs)
        ],
    }


def _sketch(position: State | View) -> str:
    view = cast(View, position) if hasattr(position, "seat") else position.view(None)
    return registry.game(view.game).sketch(view)


def _result(outcome: Outcome | None, seat: int) -> list[tuple[str, int]]:
    return [(_("Points"), outcome.points[seat]), (_("Place"), outcome.places[seat])] if outcome else []
