"""The phases of Lords of Scotland, values of `LordsState.phase`."""

from __future__ import annotations

from typing import Final

# chance, numbered as the events that decide it
DEALING: Final = 0
SETTING: Final = 1
TURNING: Final = 2
TAKING: Final = 3
REFILLING: Final = 4
DRAWING: Final = 5
# decisions
ACTING: Final = 6
ACTIVATING: Final = 7
TARGETING: Final = 8
EXTRA: Final = 9
CLAIMING: Final = 10
OVER: Final = 11

PHASE_NAMES: Final = (
    "dealing",
    "setting",
    "turning",
    "taking",
    "refilling",
    "drawing",
    "acting",
    "activating",
    "targeting",
    "extra",
    "claiming",
    "over",
)

FACE_DOWN: Final = frozenset({TURNING, TAKING})  # a face-down Recruit turns out to be a card
