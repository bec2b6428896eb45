"""How near in points the players of a table are in a table Swiss, against a long annealing, and the time.

    python -m tests.benchmarks.table_points [--tries 400000] [--every 1] [--no-annealing]

Tournaments of 30, 60, 61 and 100 players at tables of three, four, five and of several sizes: one with the usual number
of rounds, one that continues until repeats are hard to avoid, with players kept apart and withdrawals. Every round but
the first is measured. The annealing starts with the drawn tables and breaks no rule more often than they do (players
kept apart, meetings again, seats, smaller tables once more). A ratio is the sum of squared differences of points at the
tables by the annealing's, both plus one squared twelfth of a win. Times are processor times; the step that reduces
differences in points is listed separately.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import mean, median
from time import process_time

from league.competition import table_pairing
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import Field
from league.competition.table_refining import refine_tables
from tests.league.competition.annealing import Broken, Drawn, annealed, event, total

PLAYERS = (30, 60, 61, 100)
TABLES = ((3, 3, 3), (4, 3, 5), (5, 3, 5))
"""The size that is preferred, the smallest and the largest."""
USUAL, LATE = 5, 8


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure points at the tables of a Swiss.")
    ask.add_argument("--tries", type=int, default=400_000, help="exchanges that the annealing tries for a round")
    ask.add_argument("--every", type=int, default=1, help="anneal every so many rounds alone")
    ask.add_argument("--no-annealing", action="store_true", help="times, squares and broken rules alone")
    asked = ask.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    times: dict[int, list[float]] = defaultdict(list)
    steps: dict[int, list[float]] = defaultdict(list)
    timed = _time_refining()
    broken: list[Broken] = []
    ratios: dict[str, list[float]] = defaultdict(list)
    drawn = least = 0
    for number, round_ in enumerate(_rounds()):
        players = len(round_.entries)
        times[players].append(round_.seconds)
        steps[players].append(timed[-1])
        broken.append(round_.broken())
        if asked.no_annealing or number % asked.every:
            continue
        best = annealed(round_, asked.tries, number)
        drawn, least = drawn + round_.squares(), least + best
        for what in (f"{players} players", "rounds 2 to 5" if round_.number <= USUAL else "rounds 6 to 8", "all"):
            ratios[what].append((round_.squares() + 1) / (best + 1))
    print("kept apart, meetings again, uneven, unfair, smaller once more:", *total(broken), end="\n\n")
    for title, measured in (("Draw", times), ("Points nearer together", steps)):
        print(f"{title}\n\n| players | rounds | median | mean | p95 | slowest |\n|---:|---:|---:|---:|---:|---:|")
        for players, own in measured.items():
            p95 = sorted(own)[int(0.95 * len(own))]
            print(f"| {players} | {len(own)} | {median(own):.3f} | {mean(own):.3f} | {p95:.3f} | {max(own):.3f} s |")
        print()
    if ratios:
        print("\n| ratio | rounds | mean | median | worst |\n|---|---:|---:|---:|---:|")
        for what, found in ratios.items():
            print(f"| {what} | {len(found)} | {mean(found):.3f} | {median(found):.3f} | {max(found):.2f} |")
        print(f"\nall squares together: {drawn / least:.3f}")


def _time_refining() -> list[float]:
    """Return a list to which every draw from now on adds the seconds of its last step."""
    seconds: list[float] = []

    def timed(tables: Sequence[Sequence[int]], field: Field, uneven: int, rng: SeededRandom) -> list[list[int]]:
        begun = process_time()
        found = refine_tables(tables, field, uneven, rng)
        seconds.append(process_time() - begun)
        return found

    vars(table_pairing)["refined"] = timed
    return seconds


def _rounds() -> Iterator[Drawn]:
    """Every round but the first of every event."""
    for seed, (players, (size, smallest, largest), late) in enumerate(product(PLAYERS, TABLES, (False, True))):
        yield from event(
            players,
            LATE if late else USUAL,
            seed,
            apart=[(1, 2), (3, 4), (5, 9)] if late else [],
            leaving=4 if late else 0,
            table_size=size,
            smallest=smallest,
            largest=largest,
        )


if __name__ == "__main__":
    main()
