"""What a card is worth by how high it stands, and what filling a vacuum brings: rough figures that bots go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.kings_kilt.board import BASE, BENEATH, ROW, SLOTS

_ROW_WORTH: Final = (0.02, 0.08, 0.25, 1.0, 2.0, 3.0)  # of a card of the Family, in points, by its row
WORTH: Final = tuple(_ROW_WORTH[row] for row in ROW)  # by its slot
LIFT: Final = tuple(_ROW_WORTH[row] - _ROW_WORTH[max(row - 1, 0)] for row in ROW)  # of a card that fills the slot


def gains_of(pyramid: Sequence[int], wants: Sequence[float]) -> list[float]:
    """By slot, what filling it and all below as well as can be would gain, in points, were it a vacuum.

    `wants` is by clan what a point of it is worth to whoever fills, 1 for the own Family. Where nothing can fill: 0.
    """
    gains = [0.0] * SLOTS
    for slot in range(BASE, SLOTS):
        left, right = BENEATH[slot]
        if pyramid[left] < 0 or pyramid[right] < 0:
            continue
        lift = LIFT[slot]
        from_left = wants[pyramid[left]] * lift + gains[left]
        from_right = wants[pyramid[right]] * lift + gains[right]
        gains[slot] = max(from_right, from_left)
    return gains
