"""The contract of a rating system: a fold over results, one after the other, in integers.

Ratings and their uncertainty are in thousandths of a rating point. A system keeps its state in
a value of its own, which can be written down as bytes at any result and read back; going on from
there gives the same bytes as never having stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from league.competition.errors import WrongResult
from league.competition.registry import Named

if TYPE_CHECKING:
    from league.competition.ratings.columns import Moves, Tables


MILLI = 1000
"""Ratings are counted in thousandths of a point."""

State = TypeVar("State")


class RatedResult(NamedTuple):
    """A result as the fold reads it: who sat, and who took which place (1, 2, 2, 4)."""

    players: tuple[int, ...]
    places: tuple[int, ...]


def check_result(result: RatedResult) -> None:
    """Raise `WrongResult` unless two or more different players have a place each."""
    players, places = result
    if len(players) != len(places) or len(players) < 2 or len(set(players)) != len(players):
        raise WrongResult(seats=players, places=places)


class Step(NamedTuple):
    """What one result did to one player."""

    player: int
    before: int
    after: int
    uncertainty: int
    """Half the width of the 95 % interval after the result."""
    results: int
    """How many rated results the player has now."""
    model_uncertainty: int = 0
    """What `Rating` has under this name."""


class Rating(NamedTuple):
    """Where a player stands: `value` ± `uncertainty` holds the true strength with 95 %."""

    value: int
    uncertainty: int
    results: int
    provisional: bool
    model_uncertainty: int = 0
    """1.96 deviations by the system's own model, where its sums need them. Never shown: it is no 95 % interval."""


class Term(NamedTuple):
    """One opponent's part in a change; probabilities and scores are in millionths."""

    opponent: int
    opponent_rating: int
    expected: int
    score: int
    weight: int
    """How much of a full exchange the pair is worth, in millionths: 1 / (seats - 1)."""
    k: int
    """The K of this pair, in points."""
    exchange: int


class Change(NamedTuple):
    """Why a rating moved: `before` plus the exchanges of all `terms` is `after`."""

    player: int
    before: int
    after: int
    terms: tuple[Term, ...]


class RatingSystem(Named, Protocol[State]):
    """How results become ratings. One object a file, at its end: `SYSTEM = ...`."""

    def start(self) -> State:
        """A pool in which nobody has played."""
        ...

    def apply(self, state: State, result: RatedResult) -> tuple[Step, ...]:
        """Fold one result into `state` (which changes) and say what moved, seat by seat."""
        ...

    def apply_all(self, state: State, tables: Tables) -> Moves:
        """Fold many results, and say the same as one after the other; those that are not rated move nothing."""
        ...

    def begin_again(self, state: State, player: int) -> None:
        """Take a player for somebody new who stands at the same number: how sure it is begins anew."""
        ...

    def explain(self, state: State, result: RatedResult) -> tuple[Change, ...]:
        """The arithmetic of `apply`, seat by seat, without changing `state`."""
        ...

    def rating(self, state: State, player: int) -> Rating:
        """A player's rating; of a newcomer, the one everybody starts with."""
        ...

    def ratings(self, state: State) -> dict[int, Rating]:
        """The rating of everybody who has a rated result, by ascending player."""
        ...

    def resume(self, ratings: Mapping[int, Rating]) -> State:
        """A state in which players stand as `ratings` says; `explain` says in it what it said when they stood so."""
        ...

    def dump(self, state: State) -> bytes:
        """The state as bytes; equal states give equal bytes."""
        ...

    def load(self, dumped: bytes) -> State:
        """The state that `dump` wrote."""
        ...


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
