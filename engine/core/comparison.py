"""Statistics of two bots that play the same deals from all seats: Elo difference, interval, sequential test.

A block is one deal with all rotations of its seats. Its score for the first bot, from 0 to 1, is the mean over its
games of all pairs of a seat of the first and a seat of the second bot: 1 ahead, a half level, 0 behind. Games of a
block share their cards, so blocks and never single games are the sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, log, log10, sqrt
from statistics import fmean
from typing import Final, NamedTuple

_NORMAL_95: Final = 1.959964
MOST_ELO: Final = 1200.0
"""Differences beyond this one cannot be measured: the score is then below 0.1 % or above 99.9 %."""
LEAST_BLOCKS: Final = 10
"""Blocks of an interval that is worth showing: with 5, that of equal bots is over 1,000 Elo wide, with 10 about 400."""


def seatings(seats: int) -> list[tuple[bool, ...]]:
    """Return the games of a block: for each seat whether the first bot has it.

    Two seats: first and second, then exchanged. More: the first bot alone at each seat, then the second bot alone.
    """
    alone = [tuple(seat == at for seat in range(seats)) for at in range(seats)]
    return alone if seats == 2 else alone + [tuple(not first for first in game) for game in alone]


def game_score(places: Sequence[int], is_first: Sequence[bool]) -> float:
    """Return the score of the first bot in a game, from the place of each seat."""
    own = [place for place, first in zip(places, is_first, strict=True) if first]
    other = [place for place, first in zip(places, is_first, strict=True) if not first]
    return fmean((place < against) + (place == against) / 2 for place in own for against in other)


def seat_scores(blocks: Sequence[Sequence[float]], seats: int) -> list[tuple[float, float]]:
    """Return by seat the mean score of the first bot alone there, and of the second bot alone there.

    A block has the scores of the first bot in the order of `seatings`. Raise ValueError without blocks.
    """
    if not blocks:
        raise ValueError("Without a block there is no mean.")
    games = seatings(seats)
    means = {game: fmean(block[number] for block in blocks) for number, game in enumerate(games)}
    alone = [tuple(seat == at for seat in range(seats)) for at in range(seats)]
    return [(means[game], 1 - means[tuple(not first for first in game)]) for game in alone]


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which a score between 0 and 1 is expected, at most MOST_ELO either way."""
    least = score_of_elo(-MOST_ELO)
    inside = min(max(score, least), 1 - least)
    return -400 * log10(1 / inside - 1)


def score_of_elo(elo: float) -> float:
    """Return the expected score at an Elo difference (logistic curve)."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Estimate(NamedTuple):
    """Elo difference of the first bot with its 95 % interval, and how likely it is the stronger."""

    blocks: int
    score: float
    elo: float
    low: float
    high: float
    superiority: float

    @property
    def is_usable(self) -> bool:
        """Whether there are enough blocks to show the difference, its interval and the likelihood."""
        return self.blocks >= LEAST_BLOCKS


@dataclass(slots=True)
class BlockScores:
    """The scores of all blocks so far, as their number, sum and sum of squares."""

    blocks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, score: float) -> None:
        """Add the score of a block."""
        self.blocks += 1
        self.total += score
        self.squares += score * score

    @property
    def mean(self) -> float:
        """The mean score of a block; a half without any."""
        return self.total / self.blocks if self.blocks else 0.5

    @property
    def variance(self) -> float:
        """The variance of a block's score.

        One more block won and one more lost are counted in it: otherwise a few equal blocks would have none.
        """
        around = self.squares - self.blocks * self.mean**2 + self.mean**2 + (1 - self.mean) ** 2
        return around / (self.blocks + 1)

    def estimate(self) -> Estimate:
        """Return the estimate; the interval is that of a mean (normal), taken to Elo at both ends."""
        error = sqrt(self.variance / max(1, self.blocks))
        ends = (self.mean - _NORMAL_95 * error, self.mean, self.mean + _NORMAL_95 * error)
        low, elo, high = map(elo_of_score, ends)
        superiority = (1 + erf((self.mean - 0.5) / error / sqrt(2))) / 2
        return Estimate(self.blocks, self.mean, elo, low, high, superiority)


class Sprt(NamedTuple):
    """A sequential probability ratio test of Elo difference `low` against `high` (Wald 1945), errors at most 5 % each.

    The logarithm of the likelihood ratio is that of normal block scores with the variance seen so far (generalised
    test, as of chess engines: Van den Bergh, "A practical introduction to the GSPRT"). For that approximation the
    bounds are those of 3.5 %: over simulated tests the errors are then below 5 %.
    """

    low: float
    high: float
    error: float = 0.035

    @property
    def bound(self) -> float:
        """The test ends when the ratio is this far from 0."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: BlockScores) -> float:
        """Return the logarithm of the likelihood ratio of `high` to `low`."""
        low, high = score_of_elo(self.low), score_of_elo(self.high)
        return scores.blocks * (high - low) * (2 * scores.mean - low - high) / (2 * scores.variance)

    def decision(self, scores: BlockScores) -> float | None:
        """Return the accepted difference, `low` or `high`; None while it is open."""
        ratio = self.ratio(scores)
        if abs(ratio) < self.bound:
            return None
        return self.high if ratio > 0 else self.low
