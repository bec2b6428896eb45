"""What a player is told of a table of an evening, in sentences: why these, why this seat, why so few, why a rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from league.rules.evening_draw import Evening
from league.rules.formats.format import Reason
from league.rules.swiss_reasons import kept_apart, smaller

NEW = "Nobody here had met anybody else at this table in this season."
NEVER = "Seats {one} and {other} had never met in this season."
ONCE = (
    "Seats {one} and {other} met least often of those who are here: "
    "once so far, in {evenings} club nights with this one."
)
SELDOM = (
    "Seats {one} and {other} met least often of those who are here: "
    "{times} times so far, in {evenings} club nights with this one."
)
EVEN = "Two at this table had met {fewest} to {most} times; meetings are kept as even over the season as they can be."
EQUAL = "Any two at this table had met equally often (times: {times}); meetings are kept as even as they can be."
FIRST = "The first seat goes to somebody who has not had it yet; seats go round over the season."
FIRST_AGAIN = "Whoever has the first seat had it before (times: {times}); seats go round over the season."
RESTS = "{here} are here, and the tables hold {seats}: nobody rests who rested oftener than another who is here."


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
