"""The contract of a fit: a rating from a whole history at once, in whatever order it was played.

A fit goes by tallies: counts to which a result is added and from which one is taken away again, so that a ledger that
grows or is corrected is never read twice. Equal tallies give equal ratings; how they came about makes no difference.
It takes strength as constant, so it is for players who do not learn: frozen bots.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from league.competition.parts import Named
from league.competition.ratings.system import RatedResult, Rating

Tallies = TypeVar("Tallies")


class RatingFit(Named, Protocol[Tallies]):
    """How a history becomes ratings. One object a file, at its end: `FIT = ...`."""

    def start(self) -> Tallies:
        """The tallies of no result."""
        ...

    def count(self, tallies: Tallies, results: Iterable[RatedResult], times: int = 1) -> None:
        """Add results to `tallies` (which change), or take away with -1 what was added before."""
        ...

    def ratings(self, tallies: Tallies) -> dict[int, Rating]:
        """The rating of everybody who has a result, by ascending player."""
        ...

    def dump(self, tallies: Tallies) -> bytes:
        """The tallies as bytes; equal tallies give equal bytes."""
        ...

    def load(self, dumped: bytes) -> Tallies:
        """The tallies that `dump` wrote."""
        ...
