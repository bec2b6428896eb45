"""The seating plan of a final: which players sit in each deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Final

PLANS_TRIED: Final = 24  # the one with the most even meetings is taken


def seating_plan(players: Sequence[int], *, seats: int, deals: int, secret: bytes) -> list[tuple[int, ...]]:
    """Return the players of each deal of a final, in the order in which the deals are revealed.

    The numbers of deals that players sit at differ by one at most; opponents meet as evenly as the plans tried allow.
    The same secret gives the same plan. Raise ValueError for fewer players than seats.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players do not fill a table of {seats}")
    plans = [_random_plan(players, seats, deals, Random(secret + bytes([number]))) for number in range(PLANS_TRIED)]
    return min(plans, key=_unevenness)


def _random_plan(players: Sequence[int], seats: int, deals: int, rng: Random) -> list[tuple[int, ...]]:
    deals_of: Counter[int] = Counter()
    meetings: dict[int, Counter[int]] = {player: Counter() for player in players}
    tables = []
    for _deal in range(deals):
        table: list[int] = []
        while len(table) < seats:
            table.append(_next_player(table, players, deals_of, meetings, rng))
        deals_of.update(table)
        for player, opponent in permutations(table, 2):
            meetings[player][opponent] += 1
        tables.append(tuple(table))
    return tables


def _next_player(
    table: Sequence[int],
    players: Sequence[int],
    deals_of: Counter[int],
    meetings: Mapping[int, Counter[int]],
    rng: Random,
) -> int:
    """Of those with the fewest deals, return one who met this table least often; ties are broken at random."""
    free = [player for player in players if player not in table]
    fewest = min(deals_of[player] for player in free)
    rested = [player for player in free if deals_of[player] == fewest]
    return min(rested, key=lambda player: (sum(meetings[player][other] for other in table), rng.random()))


def _unevenness(tables: Sequence[Sequence[int]]) -> int:
    meetings = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(times * times for times in meetings.values())
