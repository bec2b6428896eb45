"""The phases of King's Kilt, values of `KiltState.phase`."""

from __future__ import annotations

from typing import Final

from engine.games.kings_kilt.events import FAMILY, INFLUENCE, LAY, THIRD, TOP

# chance, in the order of the kinds of its events
KINDRED: Final = 0
CHOOSING_THIRD: Final = 1
DEALING: Final = 2
LAYING: Final = 3
TURNING: Final = 4
# decisions
ACTING: Final = 5
SWAYING: Final = 6
RAISING: Final = 7
REVEALING: Final = 8
OVER: Final = 9

PHASE_NAMES: Final = (
    "dealing families",
    "dealing third cards",
    "dealing influence",
    "laying row 1",
    "turning the pile",
    "acting",
    "betraying",
    "filling",
    "revealing",
    "over",
)

CHANCE_KIND: Final[dict[int, int]] = {
    KINDRED: FAMILY,
    CHOOSING_THIRD: THIRD,
    DEALING: INFLUENCE,
    LAYING: LAY,
    TURNING: TOP,
}
