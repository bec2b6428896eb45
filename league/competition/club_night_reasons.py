"""The reasons for the pairings of a club night, in sentences for its players; seats are numbered from 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from league.competition.club_night_pairing import Evening
from league.competition.format import Reason
from league.competition.pairing_reasons import avoided_reasons, smaller

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


def table_reasons(evening: Evening, seats: Sequence[int]) -> tuple[Reason, ...]:
    """Return the reasons of a table; seats are numbered from 1."""
    return (
        _meeting_reason(evening, seats),
        _first_seat_reason(evening, seats),
        *smaller(len(seats), max(evening.sizes)),
        *avoided_reasons(seats, evening.forbidden),
    )


def bye_reason(evening: Evening) -> Reason:
    """Return the reason of a bye."""
    return Reason(RESTS, (("here", len(evening.here)), ("seats", sum(evening.sizes))))


def _meeting_reason(evening: Evening, seats: Sequence[int]) -> Reason:
    past = evening.past
    numbered = enumerate(seats, start=1)
    met = {
        (seat, other_seat): past.times_met(entry, other)
        for (seat, entry), (other_seat, other) in combinations(numbered, 2)
    }
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


def _first_seat_reason(evening: Evening, seats: Sequence[int]) -> Reason:
    times = evening.past.times_seated(seats[0], len(seats))[0]
    return Reason(FIRST_AGAIN, (("times", times),)) if times else Reason(FIRST)


def _fewest(evening: Evening) -> int:
    """Return how often the two players present have met who met least often."""
    return min(evening.past.times_met(one.id, other.id) for one, other in combinations(evening.here, 2))
