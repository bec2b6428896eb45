"""The phases of King's Kilt, values of `KiltState.phase`."""

from __future__ import annotations

from typing import Final

# chance, numbered as the events that decide it
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
