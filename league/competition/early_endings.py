"""Games that end early: time is called, a player leaves, the game is abandoned.

For each of these a tournament has one rule, chosen before the start: points and places of the game, and whether it is
rated (`ending_rules`). Each game has its own rules for time called, since each notes its points at another moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from league.competition.errors import WrongEnding

TIME, LEFT, ABANDONED = "time", "left", "abandoned"
KINDS = (TIME, LEFT, ABANDONED)

RATED = "The game is rated."
UNRATED = "The game is not rated."

NO_SEATS: frozenset[int] = frozenset()


class PlacingRule(Enum):
    """The rule by which places follow from the points."""

    POINTS = "points"  # most points first, also of those who left
    LEAVERS_LAST = "leavers last"  # the same among those who stayed; those who left share the places after them
    SHARED = "shared"  # all share the first place
    REPLAY = "again"  # the game has no result and is played again


class EndingResult(NamedTuple):
    """The result of a game, seat by seat; empty if it is to be played again."""

    points: tuple[int, ...]
    places: tuple[int, ...]  # they count 1, 2, 2, 4
    placed_last: tuple[int, ...]  # seats, from 0, that are last whatever their points
    rated: bool


@dataclass(frozen=True, slots=True)
class EndingRule:
    """A rule for a kind of ending. `rule` says in a sentence which points to note and how they decide."""

    slug: str
    name: str
    rule: str
    placing: PlacingRule = PlacingRule.POINTS
    rated: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole rule as the tournament's page prints it, in English."""
        return (self.rule,) if self.placing is PlacingRule.REPLAY else (self.rule, RATED if self.rated else UNRATED)

    def result(
        self,
        points: Sequence[int] | None,
        seats: int,
        left: AbstractSet[int] = NO_SEATS,
        places: Sequence[int] | None = None,
    ) -> EndingResult:
        """Return the result of the game. `left` are the seats, from 0, of the players who left.

        Without `points` all players have 0. `places`, where given, decide instead of the points: the players may know
        an order that the points do not show. Raise `WrongEnding` unless there is one of each per seat.
        """
        _check(seats, left, points, places)
        if self.placing is PlacingRule.REPLAY:
            return EndingResult((), (), (), rated=False)
        noted = tuple(points) if points is not None else (0,) * seats
        order = tuple(places) if places is not None else tuple(-own for own in noted)
        last = tuple(sorted(left)) if self.placing is PlacingRule.LEAVERS_LAST else ()
        if self.placing is PlacingRule.SHARED:
            order = (0,) * seats
        return EndingResult(noted, _places(order, last), last, self.rated)


def _check(seats: int, left: AbstractSet[int], points: Sequence[int] | None, places: Sequence[int] | None) -> None:
    lists = [values for values in (points, places) if values is not None]
    if any(len(values) != seats for values in lists) or not left <= set(range(seats)):
        raise WrongEnding(seats=seats)


def _places(order: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Return places that count 1, 2, 2, 4: the smaller in `order` first, and the seats in `last` after all others."""
    keys = [(1, 0) if seat in last else (0, own) for seat, own in enumerate(order)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
