"""A rule for games that end early, and what it makes of one."""

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

NOBODY: frozenset[int] = frozenset()


class Way(Enum):
    """How places follow from what is written down."""

    POINTS = "points"
    """Most points first, also of those who left."""
    LEAVERS_LAST = "leavers last"
    """The same among those who stayed; those who left share the places after them."""
    SHARED = "shared"
    """All share the first place."""
    AGAIN = "again"
    """The game comes to nothing and is played again."""


class Settled(NamedTuple):
    """What a game comes to, seat by seat; empty where it is to be played again."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    """They count 1, 2, 2, 4."""
    placed_last: tuple[int, ...]
    """Seats, from 0, that are last for another reason than their points."""
    rated: bool

    @property
    def stands(self) -> bool:
        """Whether there is a result to enter."""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class EndingRule:
    """A rule for one kind of ending. `rule` says in a sentence which points to write down and what they come to."""

    slug: str
    kind: str
    name: str
    rule: str
    way: Way
    rated: bool

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole rule as the event's page prints it, in English."""
        return (self.rule,) if self.way is Way.AGAIN else (self.rule, RATED if self.rated else UNRATED)

    def settle(
        self,
        points: Sequence[int] | None,
        seats: int,
        left: AbstractSet[int] = NOBODY,
        places: Sequence[int] | None = None,
    ) -> Settled:
        """What the game comes to. `left` are the seats, from 0, of those who left.

        `points` is None where nobody noted any: all are level then. `places` are given where the table knows an
        order that the points do not show, and go before them. Raises `WrongEnding` where they are not one a seat.
        """
        _check(seats, left, points, places)
        if self.way is Way.AGAIN:
            return Settled((), (), (), rated=False)
        noted = tuple(points) if points is not None else (0,) * seats
        order = tuple(places) if places is not None else tuple(-own for own in noted)
        last = tuple(sorted(left)) if self.way is Way.LEAVERS_LAST else ()
        if self.way is Way.SHARED:
            order = (0,) * seats
        return Settled(noted, _places(order, last), last, self.rated)


def _check(seats: int, left: AbstractSet[int], points: Sequence[int] | None, places: Sequence[int] | None) -> None:
    lists = [given for given in (points, places) if given is not None]
    if any(len(given) != seats for given in lists) or not left <= set(range(seats)):
        raise WrongEnding(seats=seats)


def _places(order: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Places that count 1, 2, 2, 4: the smaller in `order` first, and the seats in `last` after all others."""
    keys = [(1, 0) if seat in last else (0, own) for seat, own in enumerate(order)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
