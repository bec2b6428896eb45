"""Measures rounds of tables in which players meet again as seldom as possible, against a plain annealing.

    python -m tests.benchmarks.round_robins [--seconds 6]
    python -m tests.benchmarks.round_robins --search 24 4 7

With `--search` it looks for a base round of that many players at tables of that size, turned modulo the last number:
a line for `league/competition/block_designs.txt`.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import exp
from random import Random
from time import process_time

from league.competition.formats import format_named
from league.competition.seating import table_sizes
from league.competition.table_schedule import SIZE_WEIGHT
from tests.league.competition.annealed_tables import ANNEALED, ANNEALED_FREELY
from tests.league.competition.simulation import field, meetings, play_out

HOT, COLD = 1.2, 0.12
"""Temperatures at the start and at the end, in meetings again."""
Rounds = list[list[list[int]]]


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure rounds of tables against an annealing.")
    ask.add_argument("--seconds", type=float, default=6)
    ask.add_argument("--search", type=int, nargs=3, metavar=("PLAYERS", "SIZE", "TURNS"))
    asked = ask.parse_args()
    if asked.search:
        players, size, turns = asked.search
        _search(players, size, turns, asked.seconds)
        return
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| players | table | rounds | fewest possible | annealing | Moothill | to plan it |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for players, size, rounds in [*ANNEALED, *ANNEALED_FREELY]:
        sizes = table_sizes(players, size, 3, 5)
        again = _again(annealed(sizes, rounds, asked.seconds))
        begun = process_time()
        own = play_out(format_named("table-round-robin"), field(players), {"table_size": size, "rounds": rounds})
        took = process_time() - begun
        ours = sum(met - 1 for met in meetings(own).values())
        fewest = max(0, rounds * sum(size * (size - 1) for size in sizes) - players * (players - 1)) // 2
        print(f"| {players} | {size} | {rounds} | {fewest} | {again} | {ours} | {took:.2f} s |", flush=True)


def _again(plan: Sequence[Sequence[Sequence[int]]]) -> int:
    met = Counter(frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2))
    return sum(times - 1 for times in met.values())


def annealed(sizes: Sequence[int], rounds: int, seconds: float, seed: int = 1) -> Rounds:
    """Return the plan that swaps of two players of a round lead to in that time, from one cooling."""
    rng, players = Random(seed), sum(sizes)
    plan = _Plan([_dealt(rng.sample(range(players), players), sizes) for _ in range(rounds)], players)
    places = [(table, seat) for table, size in enumerate(sizes) for seat in range(size)]
    begun, temperature, attempts = process_time(), HOT, 0
    while temperature > COLD:
        attempts += 1
        if attempts % 500 == 0:
            temperature = HOT * (COLD / HOT) ** ((process_time() - begun) / seconds)
        tables = plan.rounds[rng.randrange(rounds)]
        (first, seat), (second, place) = rng.choice(places), rng.choice(places)
        if first != second:
            change = plan.change(tables[first], seat, tables[second], place)
            if change <= 0 or rng.random() < exp(-change / temperature):
                plan.swap(tables[first], seat, tables[second], place)
    return plan.rounds


def _dealt(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    left = iter(order)
    return [[next(left) for _ in range(size)] for size in sizes]


class _Plan:
    """Rounds of tables, how often each two have met, and how often each sat at a table of each size."""

    def __init__(self, rounds: Rounds, players: int) -> None:
        self.rounds = rounds
        self.met = [[0] * players for _ in range(players)]
        self.sat: list[Counter[int]] = [Counter() for _ in range(players)]
        for table in (table for tables in rounds for table in tables):
            for one in table:
                self.sat[one][len(table)] += 1
                self._count(one, table, 1, both=False)

    def _count(self, player: int, table: Sequence[int], step: int, both: bool = True) -> None:
        for other in table:
            if other != player:
                self.met[player][other] += step
                self.met[other][player] += step if both else 0

    def change(self, table: list[int], seat: int, across: list[int], place: int) -> int:
        """Return what a swap adds to the sum over all two of k (k - 1) / 2 for k meetings, and to that for sizes."""
        one, other = table[seat], across[place]
        before, after = self.met[one], self.met[other]
        here, there = len(table), len(across)
        change = here + there - 2
        change += sum([after[player] - before[player] for player in table if player != one])
        change += sum([before[player] - after[player] for player in across if player != other])
        if here != there:
            own, theirs = self.sat[one], self.sat[other]
            change += SIZE_WEIGHT * (own[there] - own[here] + 1 + theirs[here] - theirs[there] + 1)
        return change

    def swap(self, table: list[int], seat: int, across: list[int], place: int) -> None:
        """Let two change places."""
        for group, at in ((table, seat), (across, place)):
            self._count(group[at], group, -1)
            self.sat[group[at]][len(group)] -= 1
        table[seat], across[place] = across[place], table[seat]
        for group, at in ((table, seat), (across, place)):
            self._count(group[at], group, 1)
            self.sat[group[at]][len(group)] += 1


def _search(players: int, size: int, turns: int, seconds: float) -> None:
    """Print the best base round found, and how often two meet again in its `turns` rounds.

    Anneal one round. The cost counts how often each orbit of pairs is met, since a turn moves all pairs of an orbit.
    """
    rng = Random(1)
    orbit: dict[frozenset[int], frozenset[frozenset[int]]] = {}
    for pair in combinations(range(players), 2):
        orbit[frozenset(pair)] = frozenset(
            frozenset(_turned(one, turn, turns, players) for one in pair) for turn in range(turns)
        )

    def cost(order: Sequence[int]) -> int:
        tables = [order[start : start + size] for start in range(0, players, size)]
        met = Counter(orbit[frozenset(pair)] for table in tables for pair in combinations(table, 2))
        times = ((len(pairs), count * turns // len(pairs)) for pairs, count in met.items())
        return sum(pairs * (count * (count - 1) // 2) for pairs, count in times)

    order = rng.sample(range(players), players)
    current, best, begun, temperature = cost(order), (players**3, order), process_time(), HOT
    while temperature > COLD / 2 and best[0]:
        temperature = HOT * (COLD / 2 / HOT) ** ((process_time() - begun) / seconds)
        one, other = rng.sample(range(players), 2)
        order[one], order[other] = order[other], order[one]
        found = cost(order)
        if found <= current or rng.random() < exp((current - found) / temperature / turns):
            current, best = found, min(best, (found, list(order)))
        else:
            order[one], order[other] = order[other], order[one]
    tables = sorted(sorted(best[1][start : start + size]) for start in range(0, players, size))
    text = " ".join("-".join(map(str, table)) for table in tables)
    print(f"meetings again: {best[0]}\n{players} at {size}, {turns} rounds, modulo {turns}: {text}")


def _turned(number: int, turn: int, turns: int, players: int) -> int:
    block, within = divmod(number, turns)
    return number if (block + 1) * turns > players else block * turns + (within + turn) % turns


if __name__ == "__main__":
    main()
