"""What a player is told of a table of an evening, in sentences: why these, why this seat, why so few, why a rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from league.competition.evening_draw import Evening
from league.competition.formats.format import Reason
from league.competition.swiss_reasons import kept_apart, smaller

NEW = "The players at this table have not met before in this season."
NEVER = "The players in seats {one} and {other} have not met before in this season."
ONCE = (
    "Up to club night {evenings}, the players in seats {one} and {other} have met once. No two players present "
    "have met less often."
)
SELDOM = (
    "Up to club night {evenings}, the players in seats {one} and {other} have met {times} times. No two players "
    "present have met less often."
)
EVEN = "Any two players at this table have met {fewest} to {most} times. Meetings are balanced over the season."
EQUAL = "Any two players at this table have met equally often (times: {times}). Meetings are balanced over the season."
FIRST = "The player in the first seat has not had it yet. Seats rotate over the season."
FIRST_AGAIN = "The player in the first seat has had it before (times: {times}). Seats rotate over the season."
RESTS = (
    "{here} players are present, but the tables have only {seats} seats. The byes go to players with "
    "the fewest byes so far."
)


def of_table(evening: Evening, seats: Sequence[int]) -> tuple[Reason, ...]:
    """The reasons of a table; seats are numbered from 1."""
    return (
        _meetings(evening, seats),
        _first_seat(evening, seats),
        *smaller(len(seats), max(evening.sizes)),
        *kept_apart(seats, evening.forbidden),
    )


def of_rest(evening: Evening) -> Reason:
    """Why somebody has no table."""
    return Reason(RESTS, (("here", len(evening.here)), ("seats", sum(evening.sizes))))


def _meetings(evening: Evening, seats: Sequence[int]) -> Reason:
    past = evening.past
    met = {pair: past.times_met(seats[pair[0] - 1], seats[pair[1] - 1]) for pair in _pairs(seats)}
    if not any(met.values()):
        return Reason(NEW)
    seldom = min(met, key=met.__getitem__)
    facts = (("one", seldom[0]), ("other", seldom[1]), ("times", met[seldom]), ("evenings", evening.number))
    if met[seldom] == 0:
        return Reason(NEVER, facts[:2])
    if met[seldom] > _fewest(evening) and len(set(met.values())) == 1:
        return Reason(EQUAL, (("times", met[seldom]),))
    if met[seldom] > _fewest(evening):
        return Reason(EVEN, (("fewest", met[seldom]), ("most", max(met.values()))))
    return Reason(ONCE if met[seldom] == 1 else SELDOM, facts)


def _first_seat(evening: Evening, seats: Sequence[int]) -> Reason:
    times = evening.past.times_seated(seats[0], len(seats))[0]
    return Reason(FIRST_AGAIN, (("times", times),)) if times else Reason(FIRST)


def _pairs(seats: Sequence[int]) -> Iterator[tuple[int, int]]:
    return combinations(range(1, len(seats) + 1), 2)


def _fewest(evening: Evening) -> int:
    """How often those two of all who are here met who met least often."""
    return min(evening.past.times_met(one.id, other.id) for one, other in combinations(evening.here, 2))
