"""How many tables a repaired round has, and a first place for everybody: reckoned from numbers alone.

Tables with the fewest left are given up first, which is never worse: each of theirs moves once, and who stays at a
table that is too small needs others to move to it. So trying every number of tables given up and of new ones finds
the fewest moves there are, as long as nobody must be kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

NOWHERE = 0
"""The place of those without a table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """So many open tables given up, so many new ones, so many more who leave a table that stays."""

    given_up: int
    new: int
    leaving: int
    without: int
    moves: int
    unlike: int
    """Seats more or less than preferred, in all."""


def planned(
    start: Mapping[int, Sequence[int]],
    come: Sequence[int],
    resting: Sequence[int],
    sizes: tuple[int, int],
    preferred: int,
    used: Sequence[int],
) -> dict[int, list[int]]:
    """A place for everybody, by number of table; those without one are at `NOWHERE`.

    `start` are the open tables with those who are still at them, `used` all numbers that new tables cannot have.
    """
    order = sorted(start, key=lambda number: (len(start[number]), number))
    ways = _ways([len(start[number]) for number in order], len(come), len(resting), sizes, preferred)
    plan = min(ways, key=lambda way: (way.without, way.moves, way.given_up + way.new, way.unlike))
    gone, kept = order[: plan.given_up], order[plan.given_up :]
    places = {number: list(start[number]) for number in kept}
    pool = [*come, *(one for number in gone for one in start[number])]
    pool += [_largest(places).pop() for _ in range(plan.leaving)]
    free = (number for number in count(1) if number not in used)
    places |= {next(free): [] for _ in range(plan.new)}
    without = _filled(places, [*pool, *resting], sizes, preferred)
    return {**places, **{number: [] for number in gone}, NOWHERE: without}


def _largest(places: Mapping[int, list[int]]) -> list[int]:
    return max(places.values(), key=len)


def _ways(stay: Sequence[int], come: int, resting: int, sizes: tuple[int, int], preferred: int) -> Iterator[Plan]:
    """Every number of tables given up and of new ones that can be filled. `stay` is sorted, fewest first."""
    smallest, largest = sizes
    everybody = sum(stay) + come + resting
    for given_up in range(len(stay) + 1):
        kept = stay[given_up:]
        for new in range(everybody // smallest + 1):
            too_many = sum(max(0, size - largest) for size in kept)
            pool = come + resting + sum(stay[:given_up]) + too_many
            wanted = sum(max(0, smallest - size) for size in kept) + new * smallest
            leaving = max(0, wanted - pool)
            if leaving > sum(max(0, min(size, largest) - smallest) for size in kept):
                continue
            room = sum(max(0, largest - size) for size in kept) + new * largest
            without = max(0, pool + leaving - room)
            moves = sum(stay[:given_up]) + too_many + leaving + max(0, resting - without)
            tables = len(kept) + new
            unlike = abs(everybody - without - tables * preferred)
            yield Plan(given_up, new, too_many + leaving, without, moves, unlike)


def _filled(places: dict[int, list[int]], pool: Sequence[int], sizes: tuple[int, int], preferred: int) -> list[int]:
    """Put the pool at the tables, first where the fewest sit; who finds no room, those last in the pool, is left."""
    smallest, largest = sizes
    left: list[int] = []
    for one in pool:
        open_ones = [number for number, seats in places.items() if len(seats) < largest]
        if not open_ones:
            left.append(one)
            continue
        best = min(open_ones, key=lambda at: (min(len(places[at]), smallest), abs(len(places[at]) + 1 - preferred), at))
        places[best].append(one)
    return left
