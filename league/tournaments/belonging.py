"""What an event may be a part of, a season of a league say: apps above tell it, and its pages lead there.

An app registers, when it starts, what is to be read with the event and how it is told from that; nothing more is asked
of the database.
"""

from collections.abc import Callable
from dataclasses import dataclass

from league.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Whole:
    """What an event is a part of: its words, and its page."""

    words: str
    href: str


Told = Callable[[Tournament], Whole | None]

_registered: dict[str, Told] = {}


def register_belonging(related: str, told: Told) -> None:
    """Read the relation `related` with every event that is shown; `told` says from it what the event belongs to."""
    _registered[related] = told


def relations() -> list[str]:
    """What is read together with an event."""
    return list(_registered)


def whole_of(event: Tournament) -> Whole | None:
    """What the event is a part of; None for one that stands alone."""
    return next((found for told in _registered.values() if (found := told(event)) is not None), None)
