"""The strengths under which a whole history is likeliest, with the interval of each: for players who do not learn.

Model. Bradley and Terry's: player i comes ahead of j with odds of exp(r_i - r_j). A result is all its pairs; a shared
place is half a game to each. Of a table of n every pair counts 3 / (n + 1) of a game: 1, 3/4, 3/5, 1/2. At a table
of equals whose order is drawn as Plackett and Luce have it, the scores of two pairs that share a player have
correlation 1/3, so (n - 1) independent pairs would tell (n + 1) / 3 times what they do; with that weight the curvature
of the likelihood is its variance, and intervals are right at every size of table. (With 1 / (n - 1) the estimates
are the same where all tables have one size, and the intervals too wide.) Plackett-Luce itself has no tallies of
pairs: it would have to read every result again.

Prior. Everybody has drawn one game against a player of average strength, who is in no list. So a player who only won
has a strength, and groups that never met stand side by side. It weighs as one game among all of a player's.

Fit. The log-likelihood is concave (Hunter, MM Algorithms for Generalized Bradley-Terry Models, Annals of Statistics
32, 2004); Newton's method finds its maximum in six to ten steps from level. Its negative second derivative there is
the observed information, whose inverse is the covariance of the strengths; the mean is taken out of both, and shown
as 1500. Shown are 400 / ln 10 points a unit, and 1.96 deviations, as for Elo. What Bayeselo computes (Coulom, 2005) is
this without tables of more than two, and with a draw's and a first move's own parameters.

The drawn game of the prior counts in the curvature, but no luck is in it: results would be the same without it. So with
few games the inverse alone is too wide. Where p is the prior's part of a player's information, the variance v becomes
v (1 - 1.25 p v): 1 is the own drawn game, the rest those of opponents. At least half of v stays, for where the prior
decides most (groups that never met) it may be far from the truth. Coverage: `python -m tests.benchmarks.intervals`.

Tallies. For the maximum only who met whom how often matters, and what each scored in all (they are sufficient): a
symmetric table of integers, in twentieths of a game, and a column, in fortieths. Adding a result and taking it away
again leaves them as they were. Values depend on the tallies alone, not on how they came about: a fit starts from
level every time. Between machines they may differ in the last of 16 digits, which rounding to a thousandth hides.

Many players. Solving and inverting takes time in the cube of the players. Of more than `MOST_EXACT`, Newton's steps are
found by conjugate gradients instead (ten to twenty rounds each), which come to the same values; variances are
estimated by Hutchinson's way for a diagonal (Bekas, Kokiopoulou and Saad, 2007), from 64 columns of signs that are
the same every time: intervals are right on average, and within 2 % of the exact ones where everybody has 150 tables,
within 12 % where three; in groups of three that never met anybody else they are up to a third too narrow. No
variance is taken for less than that of somebody whose opponents' strengths are known.

Cost: at most 8 bytes stored for every two players who met; time O(players³) up to `MOST_EXACT` players, from there
O(players²), as memory is throughout: a quarter of a second and 60 MB for 1,000, five seconds and 730 MB for 4,000.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from league.competition.errors import WrongResult
from league.competition.ratings.elo import PROVISIONAL_RESULTS, START
from league.competition.ratings.system import MILLI, RatedResult, Rating

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

# What a pair counts at a table of so many, in twentieths of a game.
PAIR: Final = {seats: 60 // (seats + 1) for seats in range(2, 6)}
GAME: Final = 20
PRIOR: Final = 1.0  # games drawn against the average, by everybody
CERTAIN: Final = 1.25  # how much of the prior's information is taken off each variance
POINTS: Final = 400 / log(10) * MILLI  # from a unit of strength to thousandths of a point

CLOSE: Final = 1e-7  # a step shorter than this, in units of strength, is the last: the next would be its square
LONGEST: Final = 2.0
MOST_STEPS: Final = 200

MOST_EXACT: Final = 2_000  # players up to whom equations are solved and intervals found exactly
NEARLY: Final = 1e-10  # what may be left of the slope, as a part of it, where equations are solved in rounds
MOST_ROUNDS: Final = 1_000
TINY: Final = 1e-300
PROBES: Final = 64  # columns of signs from which variances are estimated

_FORMAT: Final = b"ml01"
_HEAD: Final = struct.Struct("<4sII")


@dataclass(slots=True, eq=False)
class Tallies:
    """Who met whom how often, and what each scored; `players` ascend. It changes as results are counted."""

    players: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    results: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    scores: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    met: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 0), np.int32))


class MaximumLikelihood:
    """The whole-history fit of a pool."""

    slug = "maximum-likelihood"
    name = "Maximum likelihood"
    rule = (
        "Calculates the ratings that explain all results best. The mean is 1500; 400 points more mean odds of 10 to"
        " 1. Assumes that strengths do not change, so the order of the games does not matter."
    )

    def start(self) -> Tallies:
        """Return tallies without results."""
        return Tallies()

    def count(self, tallies: Tallies, results: Iterable[RatedResult], times: int = 1) -> None:
        """Add results, or remove them. Raise `WrongResult` unless two to five different players have a place."""
        tables = _by_size(results)
        _add_players(tallies, [players for players, _ in tables])
        for players, places in tables:
            _count_pairs(tallies, np.searchsorted(tallies.players, players), places, times)

    def ratings(self, tallies: Tallies) -> dict[int, Rating]:
        """Return the fit."""
        tallies = _without_absent(tallies)
        if not len(tallies.players):
            return {}
        strengths, information = _likeliest(tallies)
        values = np.rint(START + POINTS * (strengths - strengths.mean())).astype(int)
        variances = _variances(information)
        variances *= np.maximum(1 - CERTAIN * _prior_information(strengths) * variances, 0.5)
        uncertainties = np.rint(1.96 * POINTS * np.sqrt(variances)).astype(int)
        rows = zip(
            *(column.tolist() for column in (tallies.players, values, uncertainties, tallies.results)), strict=True
        )
        return {
            player: Rating(value, uncertainty, results, results < PROVISIONAL_RESULTS)
            for player, value, uncertainty, results in rows
        }

    def dump(self, tallies: Tallies) -> bytes:
        """Return the counts of players and pairs, the columns, then the pairs: index in the table, and entry."""
        tallies = _without_absent(tallies)
        above = np.triu(tallies.met, 1).ravel()
        pairs = np.flatnonzero(above)
        columns = [tallies.players, tallies.results, tallies.scores]
        return b"".join(
            [
                _HEAD.pack(_FORMAT, len(tallies.players), len(pairs)),
                *(column.astype("<i8").tobytes() for column in columns),
                pairs.astype("<u4").tobytes(),
                above[pairs].astype("<u4").tobytes(),
            ]
        )

    def load(self, dumped: bytes) -> Tallies:
        """Return the dumped tallies. Raise `ValueError` for bytes of another format."""
        if not dumped.startswith(_FORMAT):
            raise ValueError("These bytes are no tallies of this format; count the ledger from its start.")
        _, size, met = _HEAD.unpack_from(dumped)
        columns = np.frombuffer(dumped, "<i8", 3 * size, _HEAD.size).reshape(3, size).astype(np.int64)
        pairs, weights = np.frombuffer(dumped, "<u4", 2 * met, _HEAD.size + columns.nbytes).reshape(2, met)
        above = np.zeros((size, size), np.int32)
        above.ravel()[pairs] = weights
        return Tallies(columns[0], columns[1], columns[2], above + above.T)


def _by_size(results: Iterable[RatedResult]) -> list[tuple[Numbers, Numbers]]:
    """Return players and places of all tables of two, of all of three, and so on: a row a table."""
    tables: dict[int, list[RatedResult]] = defaultdict(list)
    for result in results:
        players, places = result
        if len(players) != len(places) or len(players) not in PAIR or len(set(players)) != len(players):
            raise WrongResult(seats=players, places=places)
        tables[len(players)].append(result)
    return [
        (
            np.array([result.players for result in same], np.int64),
            np.array([result.places for result in same], np.int64),
        )
        for _, same in sorted(tables.items())
    ]


def _add_players(tallies: Tallies, named: list[Numbers]) -> None:
    """Give every player a row."""
    players = np.unique(np.concatenate([tallies.players, *(table.ravel() for table in named)]))
    if len(players) > len(tallies.players):
        _seat(tallies, players, np.searchsorted(players, tallies.players))


def _seat(tallies: Tallies, players: Numbers, rows: Numbers) -> None:
    """Give `players` the rows; the former players move to `rows`."""
    results, scores = np.zeros(len(players), np.int64), np.zeros(len(players), np.int64)
    met = np.zeros((len(players), len(players)), np.int32)
    results[rows], scores[rows], met[np.ix_(rows, rows)] = tallies.results, tallies.scores, tallies.met
    tallies.players, tallies.results, tallies.scores, tallies.met = players, results, scores, met


def _count_pairs(tallies: Tallies, rows: Numbers, places: Numbers, times: int) -> None:
    """Count tables of one size."""
    seats = rows.shape[1]
    weight = times * PAIR[seats]
    np.add.at(tallies.results, rows, times)
    for one in range(seats):
        for two in range(seats):
            if one != two:
                ahead = 1 + np.sign(places[:, two] - places[:, one])  # 2 ahead, 1 level, 0 behind
                np.add.at(tallies.scores, rows[:, one], weight * ahead)
                np.add.at(tallies.met, (rows[:, one], rows[:, two]), weight)


def _without_absent(tallies: Tallies) -> Tallies:
    """Return the tallies of players with a result: a withdrawal may leave some without."""
    here = tallies.results > 0
    if here.all():
        return tallies
    return Tallies(tallies.players[here], tallies.results[here], tallies.scores[here], tallies.met[np.ix_(here, here)])


def _likeliest(tallies: Tallies) -> tuple[Reals, Reals]:
    """Return the strengths at the maximum, and the observed information there."""
    met, scores = tallies.met / GAME, tallies.scores / (2 * GAME)
    strengths = np.zeros(len(scores))
    solve = np.linalg.solve if len(scores) <= MOST_EXACT else solved_in_rounds
    for _ in range(MOST_STEPS):
        slope, information = _derivatives(met, scores, strengths)
        step = solve(information, slope)
        longest = float(np.abs(step).max())
        strengths += step * min(1.0, LONGEST / longest) if longest else step
        if longest < CLOSE:
            break
    return strengths, _derivatives(met, scores, strengths)[1]


def _derivatives(met: Reals, scores: Reals, strengths: Reals) -> tuple[Reals, Reals]:
    """Return the slope of the log-likelihood and its negative second derivative, both with the prior."""
    odds = np.exp(strengths)
    ahead = odds[:, None] / (odds[:, None] + odds)
    expected = met * ahead
    slope = scores - expected.sum(axis=1) + PRIOR * (0.5 - odds / (odds + 1))
    information = -expected * ahead.T
    np.fill_diagonal(information, _prior_information(strengths) - information.sum(axis=1))
    return slope, information


def _prior_information(strengths: Reals) -> Reals:
    """Return what the prior's drawn game adds to the information on each strength."""
    odds = np.exp(strengths)
    information: Reals = PRIOR * odds / (odds + 1) ** 2
    return information


def solved_in_rounds(information: Reals, sides: Reals) -> Reals:
    """Return the columns that solve `information @ columns = sides`, by conjugate gradients; one column or several."""
    found, left = np.zeros_like(sides), sides.copy()
    scale = (1 / information.diagonal()).reshape(-1, *[1] * (sides.ndim - 1))
    way = scale * left
    steepness = (left * way).sum(axis=0)
    enough = NEARLY**2 * steepness.max()
    for _ in range(MOST_ROUNDS):
        if steepness.max() <= enough:
            break
        bent = information @ way
        stride = steepness / np.maximum((way * bent).sum(axis=0), TINY)
        found += stride * way
        left -= stride * bent
        steepness, before = (left * scale * left).sum(axis=0), steepness
        way = scale * left + steepness / np.maximum(before, TINY) * way
    return found


def _variances(information: Reals) -> Reals:
    """Return the variance of each strength less the mean of all."""
    if len(information) > MOST_EXACT:
        return nearly_variances(information)
    covariance = np.linalg.inv(information)
    variances: Reals = covariance.diagonal() - 2 * covariance.mean(axis=1) + covariance.mean()
    return np.maximum(variances, 0)


def nearly_variances(information: Reals) -> Reals:
    """Return these variances approximately, from what the covariance does to columns of random signs."""
    signs = np.random.default_rng(PROBES).choice([-1.0, 1.0], (len(information), PROBES))
    moved = solved_in_rounds(information, signs - signs.mean(axis=0))
    estimated = (signs * (moved - moved.mean(axis=0))).mean(axis=1)
    least: Reals = (1 - 1 / len(information)) / information.diagonal()
    variances: Reals = np.maximum(estimated, least)
    return variances


MAXIMUM_LIKELIHOOD = MaximumLikelihood()
