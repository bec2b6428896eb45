"""The table of a game without a drawing: its text form; for all tables the players and the order of the seats."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Event, Outcome, State, View


class SeatLabel(NamedTuple):
    """The player of a seat: `sett` is the key of the tartan, "" for that of the name.

    `mine` is the seat of the person who plays, `is_own` that of a reader with an account.
    """

    name: str
    sett: str = ""
    href: str = ""
    is_own: bool = False
    mine: bool = False


def own_last(position: State | View) -> list[int]:
    """Return the seats in the order of play, the viewer's last; of a state or a spectator's view from the first on."""
    seat: int | None = getattr(position, "seat", None)
    first = 0 if seat is None else seat + 1
    return [(first + shift) % position.seats for shift in range(position.seats)]


def own_first(position: State | View) -> list[int]:
    """Return the seats in the order of play from the viewer on, for tables whose middle is above the seats."""
    seat: int | None = getattr(position, "seat", None)
    return [(shift + (seat or 0)) % position.seats for shift in range(position.seats)]


def draw(position: State | View, _event: Event | None, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    """Return the mapping that `_plain.html` takes; a state as a spectator sees it."""
    outcome: Outcome | None = getattr(position, "outcome", None)  # a view has none
    view = cast(View, position) if hasattr(position, "seat") else position.view(None)
    result = [(_("Points"), outcome.points), (_("Place"), outcome.places)] if outcome else []
    return {
        "sketch": registry.game(view.game).sketch(view),
        "seats": [
            {
                **label._asdict(),
                "to_move": position.turn == seat,
                "facts": [(_("Seat"), seat + 1), *((name, figures[seat]) for name, figures in result)],
            }
            for seat, label in enumerate(labels)
        ],
    }
