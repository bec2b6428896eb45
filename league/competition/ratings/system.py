"""The contracts of rating systems: result by result, or a fit to a whole history.

Ratings and their uncertainty are in thousandths of a rating point. A rating system applies results one after the other,
in integers. Its state can be dumped at any result and loaded; going on from there gives the same bytes as never having
stopped.

A fit goes by tallies: counts to which results are added and from which they are removed again, so that a ledger that
grows or is corrected is never read twice. Equal tallies give equal ratings. It assumes constant strength, so it is for
players who do not learn: frozen bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from league.competition.errors import WrongResult
from league.competition.registry import Named

if TYPE_CHECKING:
    from league.competition.ratings.columns import Moves, Tables


MILLI = 1000  # ratings are counted in thousandths of a point

State = TypeVar("State")


class RatedResult(NamedTuple):
    """A result: who sat, and who took which place (1, 2, 2, 4)."""

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
    uncertainty: int  # half the width of the 95 % interval after the result
    results: int  # how many rated results the player has now
    model_uncertainty: int = 0  # as in `Rating`


class Rating(NamedTuple):
    """A player's rating: `value` ± `uncertainty` holds the true strength with 95 %."""

    value: int
    uncertainty: int
    results: int
    provisional: bool
    # 1.96 deviations by the system's own model, if its sums need them. Never shown: it is no 95 % interval.
    model_uncertainty: int = 0


class Term(NamedTuple):
    """One opponent's part in a change; probabilities and scores are in millionths."""

    opponent: int
    opponent_rating: int
    expected: int
    score: int
    k: int  # the K of this pair, in hundredths of a point
    divisor: int  # K x (score - expected) / divisor is the exchange, up to rounding
    exchange: int


class Change(NamedTuple):
    """Why a rating moved: `before` plus the exchanges of all `terms` is `after`."""

    player: int
    before: int
    after: int
    terms: tuple[Term, ...]


class RatingSystem(Named, Protocol[State]):
    """How results become ratings, one after the other."""

    def start(self) -> State:
        """Return a pool in which nobody has played."""
        ...

    def apply(self, state: State, result: RatedResult) -> tuple[Step, ...]:
        """Apply one result to `state` (which changes). Return what moved, seat by seat."""
        ...

    def apply_all(self, state: State, tables: Tables) -> Moves:
        """Apply many results, with the same outcome as one after the other; those that are not rated move nothing."""
        ...

    def begin_again(self, state: State, player: int) -> None:
        """Treat a player as new, with the same rating: uncertainty starts again."""
        ...

    def explain(self, state: State, result: RatedResult) -> tuple[Change, ...]:
        """Return the arithmetic of `apply`, seat by seat, without changing `state`."""
        ...

    def rating(self, state: State, player: int) -> Rating:
        """Return a player's rating; of a newcomer, the starting one."""
        ...

    def ratings(self, state: State) -> dict[int, Rating]:
        """Return the rating of everybody who has a rated result, by ascending player."""
        ...

    def resume(self, ratings: Mapping[int, Rating]) -> State:
        """Return a state with these ratings, in which `explain` gives the same as with the original one."""
        ...

    def dump(self, state: State) -> bytes:
        """Return the state as bytes; equal states give equal bytes."""
        ...

    def load(self, dumped: bytes) -> State:
        """Return the state that `dump` wrote."""
        ...


Tallies = TypeVar("Tallies")


class RatingFit(Named, Protocol[Tallies]):
    """How a history becomes ratings."""

    def start(self) -> Tallies:
        """Return tallies without results."""
        ...

    def count(self, tallies: Tallies, results: Iterable[RatedResult], times: int = 1) -> None:
        """Add results to `tallies` (which change), or with -1 remove some that were added before."""
        ...

    def ratings(self, tallies: Tallies) -> dict[int, Rating]:
        """Return the rating of everybody who has a result, by ascending player."""
        ...

    def dump(self, tallies: Tallies) -> bytes:
        """Return the tallies as bytes; equal tallies give equal bytes."""
        ...

    def load(self, dumped: bytes) -> Tallies:
        """Return the tallies that `dump` wrote."""
        ...
