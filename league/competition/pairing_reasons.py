"""The reasons for a pairing, in sentences for its players; seats are numbered from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from league.competition.format import Reason
from league.competition.pairing_history import PairingHistory
from league.competition.seating import fair_seats

BY_LOT = "The first round is paired at random."
BY_LIST = "In the first round every table has players from each part of the list."
LEVEL = "Points when the round was paired: {points} each."
BETWEEN = "Points when the round was paired: {least_points} to {most_points}."
FLOATS_DOWN = "The player in seat {seat} has more points ({own_points}) than other players at this table ({points})."
FLOATS_UP = "The player in seat {seat} has fewer points ({own_points}) than other players at this table ({points})."
NEW = "The players at this table have not met before."
AGAIN = (
    "The players in seats {one} and {other} have already met. Earlier meetings: {times}. No pairings "
    "with fewer repeats were found."
)
AVOIDED = "Avoided pairing: the players in seats {one} and {other} meet because no other pairings were found."
BROUGHT_TOGETHER = (
    "Avoided pairing: the players in seats {one} and {other} meet because the bracket or group requires it."
)
SEATS_BY_LOT = "Seats are at random."
SEATS_FAIR = "Each player gets one of the seats that they had least often. Among these, the seat is at random."
SEATS_GO_ROUND = "The seats rotate, so everybody has each seat equally often."
SEAT_TOO_OFTEN = (
    "The player in seat {seat} has had it more often than another seat. No seating that avoids this was found."
)
SMALLER = "Not all tables can have {largest} players. This one has {size}. Players take turns at smaller tables."
WITHOUT_TABLE = (
    "Not everybody fits at the tables. The byes go to players with the fewest byes so far, then the fewest points."
)
WITHOUT_AGAIN = (
    "Not everybody fits at the tables, and everybody has already had a bye. Earlier byes of this player: {times}."
)
NO_TABLE = "Too few players for a table take part in this round."

NOT_DECIDED = "The next round can be paired when all games so far have a result."
ALL_PLAYED = "All {rounds} rounds have been played."
NOBODY_LEFT = "Too few players are left for another table."


def reasons_for(
    seats: Sequence[int],
    scores: Mapping[int, int],
    past: PairingHistory,
    apart: frozenset[frozenset[int]],
    legs: int,
    largest: int,
) -> tuple[Reason, ...]:
    """Return the reasons after the first round: points, meetings, seats, size."""
    return (
        *points_at([scores[seat] for seat in seats]),
        *_meetings(seats, past),
        *avoided_reasons(seats, apart),
        *_seats(seats, past, legs),
        *smaller(len(seats), largest),
    )


def avoided_reasons(
    seats: Sequence[int], apart: frozenset[frozenset[int]], template: str = AVOIDED
) -> Iterator[Reason]:
    """Yield a reason for every avoided pair at the table."""
    for (seat, entry), (other_seat, opponent) in combinations(enumerate(seats, start=1), 2):
        if frozenset((entry, opponent)) in apart:
            yield Reason(template, (("one", seat), ("other", other_seat)))


def smaller(size: int, largest: int) -> Iterator[Reason]:
    """Yield a reason if the table is smaller than others."""
    if size < largest:
        yield Reason(SMALLER, (("size", size), ("largest", largest)))


def points_at(points: Sequence[int]) -> Iterator[Reason]:
    """Yield the points at the table, and who floats."""
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


def _meetings(seats: Sequence[int], past: PairingHistory) -> Iterator[Reason]:
    pairs = [
        (one, other, times)
        for (one, first), (other, second) in combinations(enumerate(seats, start=1), 2)
        if (times := past.times_met(first, second))
    ]
    if not pairs:
        yield Reason(NEW)
    for one, other, times in pairs:
        yield Reason(AGAIN, (("one", one), ("other", other), ("times", times)))


def _seats(seats: Sequence[int], past: PairingHistory, legs: int) -> Iterator[Reason]:
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
