"""The phases of King's Kilt, values of `KiltState.phase`."""

from __future__ import annotations

from typing import Final

from engine.games.kings_kilt.events import FAMILY, INFLUENCE, LAY, THIRD, TOP

KINDRED, CHOOSING_THIRD, DEALING, LAYING, TURNING = range(5)  # chance, in the order of the kinds of its events
ACTING, SWAYING, RAISING, REVEALING = range(5, 9)  # decisions
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

CHANCE_KIND: Final = {KINDRED: FAMILY, CHOOSING_THIRD: THIRD, DEALING: INFLUENCE, LAYING: LAY, TURNING: TOP}
