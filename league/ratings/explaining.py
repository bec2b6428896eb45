"""Why a rating moved: what everybody at a table had before a result, and the rating system's own sum over it.

A rating system is a fold, and its steps are all that there is to know of its players; so the arithmetic of any result,
however old, is done again from the steps of its players alone.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from league.rules.ratings.curve import ONE
from league.rules.ratings.system import Change, RatedResult, Rating, RatingSystem, Term

LEAST_SURPRISE = ONE // 100
"""A K that was rounded is reckoned back from what it moved, unless next to nothing was a surprise."""


class Sat(NamedTuple):
    """One seat of a result: the player whom the fold saw there, what they had before, and their place."""

    player: int
    place: int
    before: Rating


class Sum(NamedTuple):
    """One opponent's line of a worked sum: K x (score - expected) / divisor is the exchange, all but for rounding.

    `k` is in hundredths of a point, `expected` and `score` in millionths, the exchange in thousandths of a point.
    """

    opponent: int
    opponent_rating: int
    k: int
    is_whole: bool
    """Whether `k` is a whole number by rule, rather than reckoned for this pair."""
    score: int
    expected: int
    divisor: int
    exchange: int


def explain_step(system: RatingSystem[Any], seats: Sequence[Sat]) -> tuple[Change, ...]:
    """Return why each rating moved, seat by seat, in the order of the seats."""
    stood = {sat.player: sat.before for sat in seats}
    result = RatedResult(tuple(sat.player for sat in seats), tuple(sat.place for sat in seats))
    return system.explain(system.resume(stood), result)


def sum_of(term: Term) -> Sum:
    """Return an opponent's part as a line that can be checked with a pocket calculator."""
    divisor = round(ONE / term.weight)
    surprise = term.score - term.expected
    is_whole = abs(term.k * surprise - term.exchange * 1000 * divisor) <= 500 * divisor
    k = 100 * term.k if is_whole or abs(surprise) < LEAST_SURPRISE else _reckoned(term.exchange * divisor, surprise)
    return Sum(term.opponent, term.opponent_rating, k, is_whole, term.score, term.expected, divisor, term.exchange)


def _reckoned(moved: int, surprise: int) -> int:
    """Return in hundredths the K that moved so many thousandths for a surprise in millionths."""
    return round(moved * ONE / surprise / 10)
