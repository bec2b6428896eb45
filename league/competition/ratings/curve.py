"""The expected score of a rating difference, as a table of integers made by integer arithmetic alone.

E(d) = 1 / (1 + 10^(-d/400)) (Elo, The Rating of Chessplayers, 1978, with the logistic curve that online
leagues use). The table holds E for d = 0, 1, ... 2000 points in millionths, each rounded to the nearest;
E(-d) is one million less E(d), so what a pair expects always adds up to exactly one game. No floating
point is involved, so every machine has the same table. Steps of one point are off by at most 0.0008.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

ONE: Final = 1_000_000  # a whole game, or certainty, in millionths
WIDEST: Final = 2000  # differences beyond this are taken as this: E is then 0.99999

_DIGITS = 10**40


def _root(number: int, degree: int) -> int:
    """Return the largest integer whose power of `degree` is not above `number`."""
    while degree % 2 == 0:  # the root of a rounded root is the root, rounded: each halves the digits to come
        number, degree = isqrt(number), degree // 2
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low


def _curve() -> tuple[int, ...]:
    """Return the table, from 10^(1/400) to forty digits and its powers."""
    step = _root(10 * _DIGITS**400, 400)
    power, table = _DIGITS, []
    for _ in range(WIDEST + 1):
        table.append((2 * ONE * power + power + _DIGITS) // (2 * (power + _DIGITS)))
        power = power * step // _DIGITS
    return tuple(table)


EXPECTED: Final = _curve()  # E(d) in millionths, for d = 0 to WIDEST points

# p(1-p) of a game at difference d, in millionths.
VARIANCE: Final = tuple(expected * (ONE - expected) // ONE for expected in EXPECTED)

DEVIATION: Final = tuple(isqrt(variance * ONE) for variance in VARIANCE)  # the square root of p(1-p), in millionths


def table_index(difference: int) -> int:
    """Return the index into the tables for a difference in thousandths, either way round."""
    return min(WIDEST, (abs(difference) + 500) // 1000)


def expected_score(difference: int) -> int:
    """Return E in millionths for a difference in thousandths of a point."""
    expected = EXPECTED[table_index(difference)]
    return expected if difference >= 0 else ONE - expected
