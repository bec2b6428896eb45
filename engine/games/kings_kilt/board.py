"""The pyramid: its slots and how they rest on each other.

Slots are numbered from the bottom row up, each row from the left, 0 to 20. They are called by row and place, a1 to a6
at the bottom, then b1 to b5 and so on to f1, the King's:

                        f1                                20
                      e1  e2                            18  19
                    d1  d2  d3                        15  16  17
                  c1  c2  c3  c4                    11  12  13  14
                b1  b2  b3  b4  b5                6   7   8   9   10
              a1  a2  a3  a4  a5  a6            0   1   2   3   4   5
"""

from __future__ import annotations

from typing import Final

ROWS: Final = 6
ROW_STARTS: Final = (0, 6, 11, 15, 18, 20, 21)  # the first slot of each row, and the end
SLOTS: Final = 21
KING: Final = 20
GUARDIANS: Final = (18, 19)
NOBLEMEN: Final = (15, 16, 17)
FIRST_NOBLEMAN: Final = 15  # from here on up a betrayal takes a matching card (ruling 3)
BASE: Final = 6  # slots of row 1, the first ones
FULL: Final = (1 << SLOTS) - 1  # the slots that hold a card, as a bit mask: all of them
BASE_ONLY: Final = (1 << BASE) - 1

ROW: Final = tuple(row for row in range(ROWS) for _ in range(ROWS - row))  # of each slot, from 0
SLOT_NAMES: Final = tuple("abcdef"[row] + str(slot - ROW_STARTS[row] + 1) for slot, row in enumerate(ROW))


def _beneath(slot: int) -> tuple[int, ...]:
    row = ROW[slot]
    left = slot - ROW_STARTS[row] + ROW_STARTS[row - 1]
    return (left, left + 1) if row else ()


# The two slots that a slot rests on, left and right; none for row 1.
BENEATH: Final = tuple(_beneath(slot) for slot in range(SLOTS))
# The one or two slots that rest on a slot.
ABOVE: Final = tuple(tuple(top for top in range(SLOTS) if slot in BENEATH[top]) for slot in range(SLOTS))
# Left, right and the diagonals, as far as there are slots.
NEIGHBOURS: Final = tuple(
    tuple(
        other
        for other in range(SLOTS)
        if other in BENEATH[slot] or other in ABOVE[slot] or (abs(other - slot) == 1 and ROW[other] == ROW[slot])
    )
    for slot in range(SLOTS)
)


def outline(pyramid: tuple[int, ...], vacuum: int) -> int:
    """Return the slots that hold a card or are about to, as a bit mask; row 1 always."""
    filled = BASE_ONLY
    for slot in range(BASE, SLOTS):
        if pyramid[slot] >= 0 or slot == vacuum:
            filled |= 1 << slot
    return filled
