"""How often the interval of a rating holds the true strength, by simulation.

    python -m tests.benchmarks.intervals [--pools 40] [--seed 1]

Players have normally distributed true strengths with a mean of 1500; their spread is the standard deviation in points.
Every round seats them at random at tables of one size, and places are drawn as Plackett and Luce have it. The share of
players whose true strength lies within the interval is printed after 5, 10, 20 and 50 tables a player, over all pools.
A share of 95 % is what an interval promises; its own standard error is about 1 % with 40 pools of 12 players.
"""

import argparse
import platform
from collections.abc import Iterator
from math import log
from random import Random
from statistics import median

from league.rules.ratings import rating_systems
from league.rules.ratings.elo import START
from league.rules.ratings.system import MILLI, RatedResult, Rating

TABLES = (5, 10, 20, 50)
SPREADS = (75, 150, 225, 300)
SIZES = (2, 3, 4, 5)
POINT = 400 / log(10)


def main() -> None:
    """Print the shares of every system."""
    ask = argparse.ArgumentParser(description="Measure how often intervals hold.")
    ask.add_argument("--pools", type=int, default=40)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--system", choices=sorted(rating_systems()), default="elo")
    asked = ask.parse_args()
    print(f"Python {platform.python_version()}, {asked.system}, {asked.pools} pools each; after tables: {TABLES}")
    shares = []
    for players in (12, 24, 60):
        for seats in SIZES:
            for spread in SPREADS:
                row = coverage(asked.system, players, seats, spread, max(8, asked.pools * 12 // players), asked.seed)
                shares += row
                print(f"{players:>3} players, tables of {seats}, spread {spread:>3}: ", *(f"{one:.3f}" for one in row))
    print(f"least {min(shares):.3f}, most {max(shares):.3f}")


def coverage(slug: str, players: int, seats: int, spread: float, pools: int, seed: int) -> list[float]:
    """Return the share of true strengths within their intervals, after each of `TABLES`."""
    held = [0] * len(TABLES)
    for pool in range(pools):
        for at, inside in enumerate(_held(slug, players, seats, spread, Random(f"{seed} {pool}"))):
            held[at] += inside
    return [one / (pools * players) for one in held]


def widths(slug: str, players: int, seats: int, spread: float, pools: int, seed: int) -> list[int]:
    """Return the median interval (±, in points) over all players and pools, after each of `TABLES`."""
    found: list[list[int]] = [[] for _ in TABLES]
    for pool in range(pools):
        played = _played(slug, players, seats, spread, Random(f"{seed} {pool}"))
        for at, (ratings, _) in enumerate(played):
            found[at] += [one.uncertainty for one in ratings]
    return [round(median(one) / MILLI) for one in found]


def _held(slug: str, players: int, seats: int, spread: float, luck: Random) -> Iterator[int]:
    """Play one pool, and yield after each of `TABLES` how many intervals hold."""
    for ratings, true in _played(slug, players, seats, spread, luck):
        yield sum(
            abs(one.value - START - own * MILLI) <= one.uncertainty for one, own in zip(ratings, true, strict=True)
        )


def _played(
    slug: str, players: int, seats: int, spread: float, luck: Random
) -> Iterator[tuple[list[Rating], list[float]]]:
    """Play one pool, and yield after each of `TABLES` the ratings and the true strengths above 1500."""
    system = rating_systems()[slug]
    drawn = [luck.gauss(0, spread) for _ in range(players)]
    true = [one - sum(drawn) / players for one in drawn]
    state, seated = system.start(), 0
    for target in TABLES:
        while seated < target * players:
            for result in _round(true, seats, luck):
                system.apply(state, result)
                seated += seats
        yield [system.rating(state, player) for player in range(players)], true


def _round(true: list[float], seats: int, luck: Random) -> Iterator[RatedResult]:
    everybody = list(range(len(true)))
    luck.shuffle(everybody)
    for start in range(0, len(true) - seats + 1, seats):
        table = everybody[start : start + seats]
        drawn = [true[player] / POINT - log(-log(luck.random())) for player in table]
        yield RatedResult(tuple(table), tuple(1 + sum(other > own for other in drawn) for own in drawn))


if __name__ == "__main__":
    main()
