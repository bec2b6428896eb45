"""What a game tells a bot that searches: where a playout may stop, what a position is worth, and a quick move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from engine.core.event import Event


class Guide(Protocol):
    """Rough and quick: a search leans on it thousands of times a second. `state` is the game's own."""

    def stage(self, state: Any) -> int:
        """A number that grows at every natural break of the game, such as the end of a round."""

    def prospects(self, state: Any) -> Sequence[float]:
        """What the position is worth to each seat, from 0 (lost) to 1 (won); the seats need not add up to 1."""

    def likely(self, state: Any, rng: Random) -> Event:
        """A legal move that a hasty but sensible player might make."""
