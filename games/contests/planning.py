"""Who sits at which deal of a finale. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

_DRAWS = 24  # of which the one with the evenest meetings is taken

Pair = tuple[int, int]


def finale(players: Sequence[int], *, seats: int, blocks: int, luck: bytes) -> list[tuple[int, ...]]:
    """The tables of a finale in the order in which they are told.

    Nobody sits at more than one deal more than anybody else, and whoever meets meets as evenly as the draws tried
    allow. The same luck draws the same. Raises ValueError for fewer players than seats.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players do not fill a table of {seats}")
    draws = [_drawn(players, seats, blocks, Random(luck + bytes([number]))) for number in range(_DRAWS)]
    return min(draws, key=_unevenness)


def _drawn(players: Sequence[int], seats: int, blocks: int, rng: Random) -> list[tuple[int, ...]]:
    sat: Counter[int] = Counter()
    met: Counter[Pair] = Counter()
    tables = []
    for _ in range(blocks):
        table: list[int] = []
        while len(table) < seats:
            free = [player for player in players if player not in table]
            lots = {player: rng.random() for player in free}
            table.append(
                min(free, key=lambda each: (sat[each], sum(met[_pair(each, other)] for other in table), lots[each]))
            )
        sat.update(table)
        met.update(_pair(*pair) for pair in combinations(table, 2))
        tables.append(tuple(table))
    return tables


def _unevenness(tables: Sequence[Sequence[int]]) -> int:
    met = Counter(_pair(*pair) for table in tables for pair in combinations(table, 2))
    return sum(times * times for times in met.values())


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)
