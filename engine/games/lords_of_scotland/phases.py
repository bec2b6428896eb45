"""The phases of Lords of Scotland, values of `LordsState.phase`."""

from __future__ import annotations

from typing import Final

DEALING, SETTING, TURNING, TAKING, REFILLING, DRAWING = range(6)  # chance, numbered as the events that decide it
ACTING, ACTIVATING, TARGETING, EXTRA, CLAIMING = range(6, 11)  # decisions
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
