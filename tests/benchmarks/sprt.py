"""Counts the deals that the sequential test of `compare` needs, in simulated comparisons.

    python -m tests.benchmarks.sprt [--tests 1000] [--seed 1]

A simulated deal has two games that do not depend on each other, without ties. For each pair of bounds and each true
difference the table has the mean number of deals, the number that 95 of 100 tests do not exceed, and the share of
wrong decisions.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean

from engine.core.comparison import BlockScores, Sprt, score_of_elo

BOUNDS = (20, 50, 100)


def finished_test(test: Sprt, true: float, rng: Random) -> tuple[int, float]:
    """Return the number of deals of a simulated test, and the difference that it decided for."""
    scores, expected = BlockScores(), score_of_elo(true)
    while (decision := test.decision(scores)) is None:
        scores.add(((rng.random() < expected) + (rng.random() < expected)) / 2)
    return scores.blocks, decision


def rows(tests: int, seed: int) -> list[tuple[str, str, int, int, str]]:
    """Return bounds, true difference, mean deals, deals of 95 of 100 tests, and wrong decisions."""
    found = []
    for high in BOUNDS:
        test = Sprt(0, high)
        for true in (0, high / 2, high, 2 * high):
            rng = Random(seed)
            ended = [finished_test(test, true, rng) for _ in range(tests)]
            deals = sorted(many for many, _decision in ended)
            right = test.low if true <= test.low else test.high
            wrong = "-" if true == high / 2 else f"{sum(decision != right for _many, decision in ended) / tests:.1%}"
            found.append((f"0,{high}", f"{true:g}", round(fmean(deals)), deals[int(0.95 * tests)], wrong))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("bounds  true  mean  95 %  wrong")
    for bounds, true, mean, most, wrong in rows(args.tests, args.seed):
        print(f"{bounds:6} {true:>5} {mean:5} {most:5} {wrong:>6}")


if __name__ == "__main__":
    main()
