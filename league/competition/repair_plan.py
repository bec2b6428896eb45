"""How many tables a repaired round has, and who begins where: the fewest players without a table, then fewest moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

NOWHERE = 0  # the place of entries without a table


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How many open tables are cancelled, how many are new, how many leave a table that stays."""

    cancelled: int
    new: int
    leaving: int
    without: int
    moves: int
    unlike: int  # seats more or less than preferred, in all


def initial_places(
    start: Mapping[int, Sequence[int]],
    arrivals: Sequence[int],
    byes: Sequence[int],
    sizes: tuple[int, int],
    preferred: int,
    used: Sequence[int],
) -> dict[int, list[int]]:
    """Return a place for everybody, by number of table; those without one are at `NOWHERE`.

    `start` are the open tables with those who are still at them, `used` all numbers that new tables cannot have.
    """
    order = sorted(start, key=lambda number: (len(start[number]), number))
    ways = _ways([len(start[number]) for number in order], len(arrivals), len(byes), sizes, preferred)
    plan = min(ways, key=lambda way: (way.without, way.moves, way.cancelled + way.new, way.unlike))
    gone, staying = order[: plan.cancelled], order[plan.cancelled :]
    places = {number: list(start[number]) for number in staying}
    pool = [*arrivals, *(entry for number in gone for entry in start[number])]
    pool += [_largest(places).pop() for _ in range(plan.leaving)]
    free = (number for number in count(1) if number not in used)
    places |= {next(free): [] for _ in range(plan.new)}
    without = _seat_pool(places, [*pool, *byes], sizes, preferred)
    return {**places, **{number: [] for number in gone}, NOWHERE: without}


def _largest(places: Mapping[int, list[int]]) -> list[int]:
    return max(places.values(), key=len)


def _ways(stay: Sequence[int], arrivals: int, byes: int, sizes: tuple[int, int], preferred: int) -> Iterator[TablePlan]:
    """Yield every number of cancelled and of new tables that can be filled. `stay` is sorted, fewest first."""
    smallest, largest = sizes
    everybody = sum(stay) + arrivals + byes
    for cancelled in range(len(stay) + 1):
        staying = stay[cancelled:]
        for new in range(everybody // smallest + 1):
            too_many = sum(max(0, size - largest) for size in staying)
            pool = arrivals + byes + sum(stay[:cancelled]) + too_many
            wanted = sum(max(0, smallest - size) for size in staying) + new * smallest
            leaving = max(0, wanted - pool)
            if leaving > sum(max(0, min(size, largest) - smallest) for size in staying):
                continue
            room = sum(max(0, largest - size) for size in staying) + new * largest
            without = max(0, pool + leaving - room)
            moves = sum(stay[:cancelled]) + too_many + leaving + max(0, byes - without)
            tables = len(staying) + new
            unlike = abs(everybody - without - tables * preferred)
            yield TablePlan(
                cancelled=cancelled,
                new=new,
                leaving=too_many + leaving,
                without=without,
                moves=moves,
                unlike=unlike,
            )


def _seat_pool(places: dict[int, list[int]], pool: Sequence[int], sizes: tuple[int, int], preferred: int) -> list[int]:
    """Seat the pool, first where the fewest sit. Return those without room, the last in the pool."""
    smallest, largest = sizes
    left: list[int] = []
    for entry in pool:
        open_ones = [number for number, seats in places.items() if len(seats) < largest]
        if not open_ones:
            left.append(entry)
            continue
        best = min(open_ones, key=lambda at: (min(len(places[at]), smallest), abs(len(places[at]) + 1 - preferred), at))
        places[best].append(entry)
    return left
