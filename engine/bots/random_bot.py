"""The wanderer: plays random legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core.bot import Budget
from engine.core.game import Event


class Wanderer:
    """The baseline that any other bot has to beat."""

    slug = "wanderer"
    version = 1
    summary = "Plays at random: each legal move is equally likely."
    games: tuple[str, ...] = ()

    def choose(self, _view: Any, legal: Sequence[Event], _budget: Budget, rng: Random) -> Event:
        """Return one of `legal`."""
        return rng.choice(legal)


BOT = Wanderer()
