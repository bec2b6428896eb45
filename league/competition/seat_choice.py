"""Who takes which seat of a table that is drawn: nobody a seat had more often than another of that table.

The idea of a cost for every place is Tabbycat's (its draws of British Parliamentary debates); here the cost is how
uneven a player's seats become by it. A table fits when everybody can have a seat of least cost at once: that is a
matching of players and seats, and its deficit (`misfits`) is what the draw keeps small while it makes the tables, for
afterwards it is too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from league.competition.luck import Luck
from league.competition.past import Past

BEYOND = 10**6
"""For every seat by which somebody's seats differ by more than one."""
TOO_OFTEN = 1000
AGAIN = 10
"""What it costs to have the seat of the last game again; the lot is below this."""


@lru_cache(maxsize=65536)
def unevenness(had: tuple[int, ...], seat: int, legs: int) -> int:
    """How uneven seats become for who had them so often and now begins in `seat`: the sum of the squares."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return sum(count * count for count in counts)


@lru_cache(maxsize=65536)
def fair_seats(had: tuple[int, ...], legs: int) -> int:
    """The seats that leave them as even as can be, as bits: 1 for the first seat, 2 for the second, 4, ..."""
    costs = [unevenness(had, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=65536)
def beyond_even(had: tuple[int, ...], common: int, seat: int, legs: int) -> int:
    """By how much more than one the seats that all their tables had (the first `common`) then differ for them."""
    counts = list(had)
    for leg in range(legs):
        counts[(seat - leg) % len(counts)] += 1
    return max(0, max(counts[:common]) - min(counts[:common]) - 1)


@lru_cache(maxsize=65536)
def even_seats(had: tuple[int, ...], common: int, legs: int) -> int:
    """The seats after which no two of the first `common` differ by more than one, or by as little as can be, as bits.

    At tables of one size these are the fair ones. Where sizes differ there are more: one seat of a larger table that
    was never had is not yet owed to them.
    """
    costs = [beyond_even(had, common, seat, legs) for seat in range(len(had))]
    return sum(1 << seat for seat, cost in enumerate(costs) if cost == min(costs))


@lru_cache(maxsize=262144)
def misfits(masks: tuple[int, ...]) -> int:
    """How many of a table cannot have one of their fair seats, at the least. `masks` in any order; sort them first.

    By Hall's theorem: the most players, less seats, who want none but some of the seats.
    """
    return max(_wanting(masks, max(masks, default=0).bit_length()))


@lru_cache(maxsize=65536)
def misfits_with(masks: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The same where one more sits at a table of that size, by the fair seats of that one."""
    wanting = _wanting(masks, size)
    already = max(wanting)
    for seat in range(size):
        bit = 1 << seat
        for seats in range(1 << size):
            if not seats & bit:
                wanting[seats] = max(wanting[seats], wanting[seats | bit])
    return tuple([max(already, most + 1) for most in wanting])


def _wanting(masks: Sequence[int], size: int) -> list[int]:
    """For all sets of seats how many players want none but these, less the seats."""
    return [sum([not mask & ~seats for mask in masks]) - seats.bit_count() for seats in range(1 << size)]


def fitting_seats(
    entries: Sequence[int], sizes: Sequence[int], past: Past, legs: int
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """By table size the fair seats of each, and the even ones."""
    fair, even = {}, {}
    for size in set(sizes):
        had = [(past.times_seated(entry, size), past.common_seats(entry, size)) for entry in entries]
        fair[size] = [fair_seats(times, legs) for times, _ in had]
        even[size] = [even_seats(times, common, legs) for times, common in had]
    return fair, even


def seated_fairly(table: Sequence[int], past: Past, legs: int, luck: Luck) -> tuple[int, ...]:
    """The table in the order of its seats. Where several orders are as fair, the lot decides."""
    size = len(table)
    costs = {entry: _seat_costs(entry, size, past, legs) for entry in table}
    return min(
        permutations(luck.shuffled(table)),
        key=lambda order: sum(costs[entry][seat] for seat, entry in enumerate(order)),
    )


def _seat_costs(entry: int, size: int, past: Past, legs: int) -> list[int]:
    had = past.times_seated(entry, size)
    common = past.common_seats(entry, size)
    costs = [
        BEYOND * beyond_even(had, common, seat, legs) + TOO_OFTEN * unevenness(had, seat, legs) for seat in range(size)
    ]
    last = past.last_seat.get(entry)
    return [cost - min(costs) + (AGAIN if seat == last else 0) for seat, cost in enumerate(costs)]
