"""The spread of true strengths in a pool, estimated from ratings by Elo or Weng-Lin.

The interval of a rating needs it: a rating that has moved little yet misses the true strength by about as much as the
players differ, and club players differ less than a field of bots. For each player the system keeps

    exposure   h = sum of G, where G is the slope of the expected exchange in the own rating (`elo`)
    noise      B, the variance that chance alone has given to the rating

A rating starts at an anchor and closes in on the true strength by the factor exp(-f h). So its square distance from the
anchor is on average T (1 - exp(-f h))² + B, with T the variance of true strengths. Summed over all players this is
solved for T (method of moments). f < 1 allows for the flat ends of the expectation curve: if players differ much, a
result says less than its slope at the present ratings promises.

That is Elo. A Weng-Lin rating takes long steps at first and then overshoots, so for each player the system also keeps
the part of the true strength that the rating has reached (`reach`); it replaces 1 - exp(-h) and may exceed 1. Reach and
noise of Weng-Lin are computed as if ratings were true strengths. In a wide field, while ratings are still close, both
are too large by about the same factor (1 - exp(-h)) / (1 - exp(-f h)), so both are divided by it.

The constants were found by simulation: `python -m tests.benchmarks.intervals`. Sums are integers, so the bytes are the
same whether results are applied one by one or in columns.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, expm1, log, log1p, sqrt
from typing import Final, NamedTuple

from league.competition.ratings.curve import ONE

POINT: Final = 400 / log(10)  # s: points in which the odds of a game change by a factor of e
PRIOR_DEVIATION: Final = 250.0  # of true strengths, in points: what is assumed of a pool without results
PRIOR_WEIGHT: Final = 0.05  # how many fully observed players the prior counts as
# The largest deviation of true strengths that is believed: beyond it results hardly tell one from another.
MAX_DEVIATION: Final = 450.0
FLATNESS: Final = 1.15  # of the ends of the expectation curve: how fast f falls with the variance
# In wide fields the stronger wins more often than ratings expect, so chance moves ratings a little less.
NOISE_FLATNESS: Final = 0.05
STANDARD_ERRORS_ADDED: Final = 0.3  # to the estimate
# What remains of reach and noise of Weng-Lin is multiplied by this: chance makes ratings look further apart.
REALISED: Final = 1.08
ITERATIONS: Final = 12  # of the fixed point, which has settled by then
# What the estimate is multiplied by, for players at the ends of the field, who close in more slowly than others.
MARGIN: Final = 1.12
MIN_PLAYERS: Final = 4  # with fewer nothing is estimated: two or three do not tell how wide a field is
MIN_RESULTS_BETWEEN: Final = 4  # two estimates; from 80 results on a twentieth of those there are

STEPS: Final = 1000  # entries of `DECAY` per unit of exposure
LAST: Final = 14 * STEPS  # the index of the last entry
# exp(-h) in millionths, by thousandths of h; 0 beyond.
DECAY: Final = tuple(round(ONE * exp(-step / STEPS)) for step in range(LAST + 1))


class Sums(NamedTuple):
    """The sums for the estimate over the players of a pool; all integers."""

    players: int = 0
    squares: int = 0  # squared distances from the anchor, in squared tenths of a point
    noise: int = 0  # in squared tenths of a point
    closed: int = 0  # 1 - exp(-h), in millionths
    closed_squares: int = 0  # (1 - exp(-h))², in millionths of millionths
    reach_squares: int | None = None  # the reach squared, in millionths of millionths, if it is not 1 - exp(-h)


class Spread(NamedTuple):
    """An estimate, and when the next one is due."""

    variance: int  # of true strengths, in squared tenths of a point, with `STANDARD_ERRORS_ADDED`
    pace: int  # f, in millionths
    noise_factor: int  # in millionths
    results: int = 0  # rated results of the pool so far
    due: int = MIN_RESULTS_BETWEEN  # at how many results it is estimated again


def estimate_spread(sums: Sums, results: int) -> Spread:
    """Return the spread of a pool that has so many rated results."""
    if sums.players < MIN_PLAYERS:
        sums = Sums(sums.players)
    prior = PRIOR_WEIGHT * PRIOR_DEVIATION**2
    variance, weight = _solve(sums, prior)
    error = sqrt(2 / max(1, sums.players)) * (sums.squares / 100 + prior) / weight
    # Errors sum to zero: in a small pool opponents' errors correct the own one. So exposure counts for more, and the
    # variance of noise for less.
    opponents = 1 - 1 / max(MIN_PLAYERS, sums.players)
    return Spread(
        variance=round(100 * min(MAX_DEVIATION**2, MARGIN * variance + STANDARD_ERRORS_ADDED * error)),
        pace=round(ONE * _pace(variance) / opponents),
        noise_factor=round(ONE * opponents**2 * _noise_factor(variance)),
        results=results,
        due=results + max(MIN_RESULTS_BETWEEN, results // 20),
    )


def _solve(sums: Sums, prior: float) -> tuple[float, float]:
    """Return T in squared points, and the sum of (1 - exp(-f h))² with the prior; f depends on T, so both iterate."""
    squares, noise = sums.squares / 100, sums.noise / 100  # in squared points
    reached = (sums.closed_squares if sums.reach_squares is None else sums.reach_squares) / ONE**2
    share = sums.closed_squares / sums.closed / ONE if sums.closed else 0.0  # 1 - exp(-h) of a typical player
    exposure = -log1p(-min(share, 1 - 1e-6))  # its h; finite also where the share is 1
    variance, weight = PRIOR_DEVIATION**2, PRIOR_WEIGHT  # T, and the sum of (1 - exp(-f h))²
    for _ in range(ITERATIONS):
        scale = (1 - exp(-_pace(variance) * exposure)) / share if share else 1.0  # (1 - exp(-f h)) / (1 - exp(-h))
        weight = reached * scale**2 + PRIOR_WEIGHT
        explained = max(squares - noise * _noise_factor(variance) + prior, prior / 10)  # noise may exceed the squares
        variance = min(MAX_DEVIATION**2, explained / weight)
    return variance, weight


def after_result(spread: Spread, sums: Callable[[], Sums]) -> Spread:
    """Count a rated result, and estimate the spread again if that is due."""
    results = spread.results + 1
    return estimate_spread(sums(), results) if results >= spread.due else spread._replace(results=results)


def _pace(variance: float) -> float:
    return 1 / sqrt(1 + FLATNESS * variance / POINT**2)


def _noise_factor(variance: float) -> float:
    return 1 / sqrt(1 + NOISE_FLATNESS * variance / POINT**2)


INITIAL_SPREAD: Final = estimate_spread(Sums(), 0)  # of a pool without results
WIDEST_VARIANCE: Final = round(100 * MAX_DEVIATION**2)  # of the rating of a player without results, in squared tenths


def variance_of(spread: Spread, exposure: int, noise: int) -> int:
    """Return the variance of a rating's error, in squared tenths; exposure in millionths, noise in squared tenths."""
    step = exposure * spread.pace // ONE * STEPS // ONE  # as in `decay`; written out, for every player of every result
    left = DECAY[step] if step <= LAST else 0
    return spread.variance * left // ONE * left // ONE + noise * spread.noise_factor // ONE


def variance_by_reach(spread: Spread, exposure: int, reach: int, noise: int) -> int:
    """Return the variance of a rating's error by its reach, in millionths; other units as in `variance_of`."""
    if not exposure:
        return spread.variance
    scale = REALISED * expm1(-exposure * spread.pace / ONE**2) / expm1(-exposure / ONE)
    return round(spread.variance * (1 - scale * reach / ONE) ** 2 + scale * noise)


def decay(exposure: int) -> int:
    """Return exp(-h) in millionths for an exposure in millionths."""
    step = exposure * STEPS // ONE
    return DECAY[step] if step <= LAST else 0
