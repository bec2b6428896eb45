"""The contract of bots: given a view and the legal moves, choose a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from engine.core.game import Event


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of one decision.

    Rated bots count playouts, so that a match is a function of its inputs; milliseconds are for games against people.
    If both are None the bot uses its default. `match_milliseconds` is the time left for all decisions of the match.
    """

    playouts: int | None = None  # simulated games
    milliseconds: int | None = None
    match_milliseconds: int | None = None


class Bot(Protocol):
    """One strategy. It keeps no state between decisions, so that matches do not depend on each other."""

    slug: str
    version: int
    summary: str
    games: tuple[str, ...]  # slugs of the games it plays; empty for any game

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random, /) -> Event:
        """Return one of `legal` (never empty). `rng` is seeded for the match and the seat."""


@dataclass(frozen=True)
class HeuristicBot:
    """A bot without search: it chooses the move with the highest value, the first of equals."""

    slug: str
    summary: str
    games: tuple[str, ...]
    values: Mapping[int, Callable[[Any, Event], float]]  # of a move in a view, by the kind of move
    version: int = 1

    def choose(self, view: Any, legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        """Return the move with the highest value."""
        return max(legal, key=lambda event: self.values[event[0]](view, event))


@runtime_checkable
class SearchingBot(Bot, Protocol):
    """A bot whose strength depends on `budget.playouts`."""

    default_playouts: int  # for one decision, if no budget is given
