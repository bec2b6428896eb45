"""The phases of Highland Clans, values of `ClansState.phase`."""

from __future__ import annotations

from typing import Final

# chance, numbered as the events that decide it
DEALING: Final = 0
DRAWING_TOKENS: Final = 1
DRAWING_CARDS: Final = 2
TURNING: Final = 3
# decisions
SENDING_BACK: Final = 4
ACTING: Final = 5
DISCARDING: Final = 6
RAIDING: Final = 7
ATTACKING: Final = 8
DEFENDING: Final = 9
SPOILING: Final = 10
PUTTING_BACK: Final = 11
OVER: Final = 12

PHASE_NAMES: Final = (
    "dealing",
    "drawing tokens",
    "drawing cards",
    "turning up an estate",
    "sending back",
    "acting",
    "discarding",
    "raid or exchange",
    "attacking",
    "defending",
    "spoiling",
    "putting back",
    "over",
)

# How a game ends; `ClansState.ending` is one of these.
UNFINISHED: Final = 0
EMPTY_SACK: Final = 1
TILE_REACHED: Final = 2
EMPTY_STOCK: Final = 3
