"""What the outline of the pyramid alone allows: worked out once for each of the 132 outlines there can be."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.core.game import Event
from engine.games.kings_kilt.board import BASE, BENEATH, FIRST_NOBLEMAN, NEIGHBOURS, SLOTS
from engine.games.kings_kilt.events import ADVANCE, BETRAYALS


class Shape(NamedTuple):
    """What can be done where these slots hold a card."""

    advances: tuple[Event, ...]
    low_betrayals: tuple[Event, ...]  # of victims in rows 1 to 3, which any Influence card brings about
    high_victims: tuple[tuple[int, Event], ...]  # slots in rows 4 to 6 that hold a card, with their betrayals
    neighbours: tuple[tuple[int, ...], ...]  # by slot, those of its neighbours that hold a card


@cache
def shape_of(filled: int) -> Shape:
    """The shape of the pyramid whose filled slots are the bits of `filled`."""
    slots = [slot for slot in range(SLOTS) if filled >> slot & 1]
    return Shape(
        tuple(sorted(_advances(filled))),
        tuple(BETRAYALS[slot] for slot in slots if slot < FIRST_NOBLEMAN),
        tuple((slot, BETRAYALS[slot]) for slot in slots if slot >= FIRST_NOBLEMAN),
        tuple(tuple(other for other in NEIGHBOURS[slot] if filled >> other & 1) for slot in range(SLOTS)),
    )


def _advances(filled: int) -> list[Event]:
    """Into an empty slot above two cards, either of them may go: the other is its support (ruling 1)."""
    return [
        (ADVANCE, source, target)
        for target in range(BASE, SLOTS)
        if not filled >> target & 1 and all(filled >> slot & 1 for slot in BENEATH[target])
        for source in BENEATH[target]
    ]
