"""The contract every bot keeps: it sees a view and the legal moves, and chooses one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from engine.core.game import Event


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision.

    Rated bots count playouts, so that a match is a function of its inputs; milliseconds are for people at a
    prompt. Where both are None the bot takes its own measure. `match_milliseconds` are left for this decision and all
    later ones of the match.
    """

    playouts: int | None = None
    milliseconds: int | None = None
    match_milliseconds: int | None = None


class Bot(Protocol):
    """One strategy; it holds no state between decisions, for a match must not depend on another."""

    slug: str
    version: int
    summary: str
    games: tuple[str, ...]  # slugs of the games it plays; empty for any game

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random, /) -> Event:
        """One of `legal` (never empty). `rng` is the bot's own luck, seeded for the match and seat."""


@runtime_checkable
class SearchingBot(Bot, Protocol):
    """A bot whose strength depends on `budget.playouts`."""

    default_playouts: int  # for one decision, where no budget is given
