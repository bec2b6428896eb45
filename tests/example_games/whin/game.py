"""Whin: its name, its option, and the functions of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.game import Event, Rules
from engine.core.options import Option

from . import schema, text
from .components import COMPONENTS_HASH
from .imagine import imagine
from .notation import WhinWords
from .state import OVER, WhinState


class WhinGuide:
    """Looks ahead to the end of the trick."""

    def stage(self, state: WhinState) -> int:
        """Return the number of tricks played, one more when the game is over."""
        return sum(state.points) + (state.phase == OVER)

    def prospects(self, state: WhinState) -> Sequence[float]:
        """Return the share of the tricks; at the end 1 for the winner."""
        if state.outcome is not None:
            return [1 / place for place in state.outcome.places]
        return [points / (sum(state.points) or 1) for points in state.points]

    def likely(self, state: WhinState, rng: Random) -> Event:
        """Return a random move."""
        return rng.choice(state.legal_moves())


GAME = Rules(
    slug="whin",
    name="Whin",
    min_seats=3,
    max_seats=4,
    rules_version="whin/1",
    components_hash=COMPONENTS_HASH,
    words=WhinWords(),
    guide=WhinGuide(),
    options=(
        Option("trumps", "flag", True, "A card is turned up after the deal, and its suit is trumps.", title="Trumps"),
    ),
    first_state=lambda seats, options: WhinState(seats, trumps=bool(options["trumps"])),
    imagine=imagine,
    describe_event=text.describe_event,
    observation_text=text.observation_text,
    sketch=text.sketch,
    view_to_json=schema.VIEW.to_json,
    view_schema=schema.VIEW.schema,
)
