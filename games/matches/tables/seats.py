"""In which order the seats of a table are drawn."""

from engine.core.game import State, View


def own_last(position: State | View) -> list[int]:
    """The seats in the order of play, the one that looks at the end: its hand lies nearest to whoever plays.

    Of a state, or a spectator's view, from the first seat on.
    """
    seat: int | None = getattr(position, "seat", None)
    first = 0 if seat is None else seat + 1
    return [(first + shift) % position.seats for shift in range(position.seats)]


def own_first(position: State | View) -> list[int]:
    """The seats in the order of play from the one that looks on, for tables whose middle lies above the seats."""
    seat: int | None = getattr(position, "seat", None)
    return [(shift + (seat or 0)) % position.seats for shift in range(position.seats)]
