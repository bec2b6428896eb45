"""Why a table of a Swiss is as it is, in sentences for those who sit at it; seats are numbered from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from league.rules.formats.format import Reason
from league.rules.past import Past
from league.rules.seat_choice import fair_seats

BY_LOT = "The first round is drawn by lot."
BY_LIST = "In the first round every table has somebody from each part of the list."
LEVEL = "Points at this table: {points} each."
BETWEEN = "Points at this table: {least_points} to {most_points}."
FLOATS_DOWN = "Seat {seat} floats down with {own_points}, where most here have {points}."
FLOATS_UP = "Seat {seat} floats up with {own_points}, where most here have {points}."
NEW = "Nobody here has met before."
AGAIN = "Seats {one} and {other} have met before (times: {times}); no draw with fewer such meetings was found."
APART = "Seats {one} and {other} were to be kept apart; no draw was found that does."
SEATS_BY_LOT = "Seats are drawn by lot."
SEATS_FAIR = "Nobody has a seat they had more often than another at this table; the lot decides what that leaves open."
SEATS_GO_ROUND = "The seats go round, so everybody has each of them equally often."
SEAT_TOO_OFTEN = "Seat {seat} was had more often than another of this table; no draw was found that avoids it."
SMALLER = "This table has {size} players, the largest has {largest}: so the numbers fall; it goes round."
WITHOUT_TABLE = "The tables do not hold all: fewest rounds without one so far, then fewest points, goes without."
WITHOUT_AGAIN = "The tables do not hold everybody, and everybody has been without one before (times: {times})."
NO_TABLE = "Those who play in this round are too few for a table."

NOT_DECIDED = "The next round is drawn when every game of the rounds so far is decided."
ALL_PLAYED = "All {rounds} rounds are played."
NOBODY_LEFT = "Too few players are left for another table."


def reasons_for(
    seats: Sequence[int],
    scores: Mapping[int, int],
    past: Past,
    apart: frozenset[frozenset[int]],
    legs: int,
    largest: int,
) -> tuple[Reason, ...]:
    """After the first round: the points that come together, who met, the seats, the size."""
    return (
        *points_at([scores[seat] for seat in seats]),
        *_meetings(seats, past),
        *kept_apart(seats, apart),
        *_seats(seats, past, legs),
        *smaller(len(seats), largest),
    )


def kept_apart(seats: Sequence[int], apart: frozenset[frozenset[int]]) -> Iterator[Reason]:
    """Whoever sits here with somebody they must not meet."""
    for (one, first), (other, second) in combinations(enumerate(seats, start=1), 2):
        if frozenset((first, second)) in apart:
            yield Reason(APART, (("one", one), ("other", other)))


def smaller(size: int, largest: int) -> Iterator[Reason]:
    """That the table is smaller than others."""
    if size < largest:
        yield Reason(SMALLER, (("size", size), ("largest", largest)))


def points_at(points: Sequence[int]) -> Iterator[Reason]:
    """The points that come together, and who floats."""
    if len(set(points)) == 1:
        yield Reason(LEVEL, (("points", points[0]),))
        return
    yield Reason(BETWEEN, (("least_points", min(points)), ("most_points", max(points))))
    times = Counter(points)
    most = max(times, key=lambda own: (times[own], own))
    if times[most] > 1:
        for seat, own in enumerate(points, start=1):
            if own != most:
                floats = FLOATS_DOWN if own > most else FLOATS_UP
                yield Reason(floats, (("seat", seat), ("own_points", own), ("points", most)))


def _meetings(seats: Sequence[int], past: Past) -> Iterator[Reason]:
    pairs = [
        (one, other, times)
        for (one, first), (other, second) in combinations(enumerate(seats, start=1), 2)
        if (times := past.times_met(first, second))
    ]
    if not pairs:
        yield Reason(NEW)
    for one, other, times in pairs:
        yield Reason(AGAIN, (("one", one), ("other", other), ("times", times)))


def _seats(seats: Sequence[int], past: Past, legs: int) -> Iterator[Reason]:
    if legs % len(seats) == 0:
        yield Reason(SEATS_GO_ROUND)
        return
    often = [
        seat + 1
        for seat, entry in enumerate(seats)
        if not fair_seats(past.times_seated(entry, len(seats)), legs) >> seat & 1
    ]
    if not often:
        yield Reason(SEATS_FAIR)
    for seat in often:
        yield Reason(SEAT_TOO_OFTEN, (("seat", seat),))
