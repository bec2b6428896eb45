"""How often the interval of a rating holds the true strength, by simulation.

    python -m tests.benchmarks.intervals [--pools 40] [--seed 1] [--system elo]
        [--players 12 24 60] [--seats 2 3 4 5] [--spreads 75 150 225 300] [--tables 5 10 20 50]

Players have normally distributed true strengths with a mean of 1500; their spread is the standard deviation in points.
Every round seats them at random at tables of one size; places are sampled from the Plackett-Luce model. The program
prints the share of players whose true strength is within the interval after 5, 10, 20 and 50 tables a player, over all
pools. An interval promises a share of 95 %. Behind each share is its standard error, from how much pools differ: the
players of one pool are not independent. A share counts as outside 92 to 98 % if it is outside by more than twice its
standard error.
"""

import argparse
import platform
from collections.abc import Iterator, Sequence
from math import log, sqrt
from random import Random
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from league.competition.ratings import rating_fits, rating_systems, system_named
from league.competition.ratings.elo import START
from league.competition.ratings.system import MILLI, RatedResult, Rating

TABLES = (5, 10, 20, 50)
SPREADS = (75, 150, 225, 300)
SIZES = (2, 3, 4, 5)
PLAYERS = (12, 24, 60)
LEAST, MOST = 0.92, 0.98
POINT = 400 / log(10)


class Share(NamedTuple):
    """How many intervals held, and the standard error of that."""

    held: float
    error: float

    @property
    def is_outside(self) -> bool:
        """Whether it is outside the bounds."""
        return not LEAST <= self.held <= MOST

    @property
    def is_proved_outside(self) -> bool:
        """Whether it is outside the bounds by more than twice its error."""
        return not LEAST - 2 * self.error <= self.held <= MOST + 2 * self.error

    def __str__(self) -> str:
        return f"{self.held:.3f} ({self.error:.3f})"


def main() -> None:
    """Print the shares of every system."""
    ask = argparse.ArgumentParser(description="Measure how often intervals hold.")
    ask.add_argument("--pools", type=int, default=40)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--system", choices=sorted([*rating_systems(), *rating_fits()]), default="elo")
    ask.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    ask.add_argument("--seats", type=int, nargs="+", default=SIZES)
    ask.add_argument("--spreads", type=int, nargs="+", default=SPREADS)
    ask.add_argument("--tables", type=int, nargs="+", default=TABLES)
    asked = ask.parse_args()
    print(f"Python {platform.python_version()}, {asked.system}, {asked.pools} pools each; after tables: {asked.tables}")
    shares: list[Share] = []
    for players in asked.players:
        for seats in asked.seats:
            for spread in asked.spreads:
                pools = max(8, asked.pools * 12 // players)
                row = coverage(asked.system, players, seats, spread, pools, asked.seed, asked.tables)
                shares += row
                print(f"{players:>3} players, tables of {seats}, spread {spread:>3}: ", *row, flush=True)
    print(f"least {min(shares)}, most {max(shares)}, of {len(shares)} shares")
    for outside in ("is_outside", "is_proved_outside"):
        print(f"{outside}: {sum(getattr(one, outside) for one in shares)}")


def coverage(
    slug: str, players: int, seats: int, spread: float, pools: int, seed: int, tables: Sequence[int] = TABLES
) -> list[Share]:
    """Return the share of true strengths within their intervals, after each of `tables`."""
    held = [list(_held(slug, players, seats, spread, Random(f"{seed} {pool}"), tables)) for pool in range(pools)]
    return [Share(mean(shares), stdev(shares) / sqrt(pools)) for shares in zip(*held, strict=True)]


def widths(slug: str, players: int, seats: int, spread: float, pools: int, seed: int) -> list[int]:
    """Return the median interval (±, in points) over all players and pools, after each of `TABLES`."""
    found: list[list[int]] = [[] for _ in TABLES]
    for pool in range(pools):
        played = _played(slug, players, seats, spread, Random(f"{seed} {pool}"), TABLES)
        for at, (ratings, _) in enumerate(played):
            found[at] += [one.uncertainty for one in ratings]
    return [round(median(one) / MILLI) for one in found]


def _held(slug: str, players: int, seats: int, spread: float, rng: Random, tables: Sequence[int]) -> Iterator[float]:
    """Play one pool, and yield after each of `tables` the share of intervals that hold."""
    for ratings, true in _played(slug, players, seats, spread, rng, tables):
        yield mean(
            abs(one.value - START - own * MILLI) <= one.uncertainty for one, own in zip(ratings, true, strict=True)
        )


def _played(
    slug: str, players: int, seats: int, spread: float, rng: Random, tables: Sequence[int]
) -> Iterator[tuple[list[Rating], list[float]]]:
    """Play one pool, and yield after each of `tables` the ratings and the true strengths above 1500."""
    drawn = [rng.gauss(0, spread) for _ in range(players)]
    true = [one - sum(drawn) / players for one in drawn]
    system = system_named(slug)
    state, seated = system.start(), 0
    for target in tables:
        while seated < target * players:
            results = list(_round(true, seats, rng))
            _add(slug, state, results)
            seated += seats * len(results)
        ratings = system.ratings(state)  # without players who have not sat at a table yet
        yield list(ratings.values()), [true[player] for player in ratings]


def _add(slug: str, state: Any, results: list[RatedResult]) -> None:
    if slug in rating_fits():
        rating_fits()[slug].count(state, results)
        return
    for result in results:
        rating_systems()[slug].apply(state, result)


def _round(true: list[float], seats: int, rng: Random) -> Iterator[RatedResult]:
    everybody = list(range(len(true)))
    rng.shuffle(everybody)
    for start in range(0, len(true) - seats + 1, seats):
        table = everybody[start : start + seats]
        drawn = [true[player] / POINT - log(-log(rng.random())) for player in table]
        yield RatedResult(tuple(table), tuple(1 + sum(other > own for other in drawn) for own in drawn))


if __name__ == "__main__":
    main()
