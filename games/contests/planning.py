"""The tables of a final. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from random import Random

_DRAWS = 24  # the one with the most even meetings is taken


def finale(players: Sequence[int], *, seats: int, blocks: int, luck: bytes) -> list[tuple[int, ...]]:
    """Return the tables of a final in the order in which they are revealed.

    The numbers of deals that players sit at differ by one at most; opponents meet as evenly as the draws tried allow.
    The same luck gives the same tables. Raise ValueError for fewer players than seats.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players do not fill a table of {seats}")
    draws = [_drawn(players, seats, blocks, Random(luck + bytes([number]))) for number in range(_DRAWS)]
    return min(draws, key=_unevenness)


def _drawn(players: Sequence[int], seats: int, blocks: int, rng: Random) -> list[tuple[int, ...]]:
    sat: Counter[int] = Counter()
    met: dict[int, Counter[int]] = {player: Counter() for player in players}
    tables = []
    for _ in range(blocks):
        table: list[int] = []
        while len(table) < seats:
            table.append(_next(table, players, sat, met, rng))
        sat.update(table)
        for one, other in permutations(table, 2):
            met[one][other] += 1
        tables.append(tuple(table))
    return tables


def _next(
    table: Sequence[int], players: Sequence[int], sat: Counter[int], met: Mapping[int, Counter[int]], rng: Random
) -> int:
    """Of those who sat least often, return one who met this table least often; ties are broken at random."""
    free = [player for player in players if player not in table]
    fewest = min(sat[player] for player in free)
    rested = [player for player in free if sat[player] == fewest]
    return min(rested, key=lambda each: (sum(met[each][other] for other in table), rng.random()))


def _unevenness(tables: Sequence[Sequence[int]]) -> int:
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(times * times for times in met.values())
