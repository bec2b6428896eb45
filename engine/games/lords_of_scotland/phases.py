"""Where in a round the game stands; `LordsState.phase` is one of these."""

from __future__ import annotations

from typing import Final

from engine.games.lords_of_scotland.events import DEAL, DRAW, REFILL, SUPPORTER, TAKE, TURN

DEALING, SETTING, TURNING, TAKING, REFILLING, DRAWING = range(6)  # chance
ACTING, ACTIVATING, TARGETING, EXTRA, CLAIMING = range(6, 11)  # decisions
OVER: Final = 11

PHASE_NAMES: Final = (
    "dealing", "setting", "turning", "taking", "refilling", "drawing",
    "acting", "activating", "targeting", "extra", "claiming", "over",
)  # fmt: skip

CHANCE_KIND: Final = {
    DEALING: DEAL,
    SETTING: SUPPORTER,
    TURNING: TURN,
    TAKING: TAKE,
    REFILLING: REFILL,
    DRAWING: DRAW,
}
