"""The phases of Highland Clans, values of `ClansState.phase`."""

from __future__ import annotations

from typing import Final

from engine.games.highland_clans.events import DEAL, DRAW, TILE, TOKENS

DEALING, DRAWING_TOKENS, DRAWING_CARDS, TURNING = range(4)  # chance
SENDING_BACK, ACTING, DISCARDING, RAIDING, ATTACKING, DEFENDING, SPOILING, PUTTING_BACK = range(4, 12)  # decisions
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

CHANCE_KIND: Final = {DEALING: DEAL, DRAWING_TOKENS: TOKENS, DRAWING_CARDS: DRAW, TURNING: TILE}

# How a game ends; `ClansState.ending` is one of these.
UNFINISHED, EMPTY_SACK, TILE_REACHED, EMPTY_STOCK = range(4)
