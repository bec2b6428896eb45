"""Wilson's score interval: where a true share lies, seen some games."""

from __future__ import annotations

from math import sqrt
from typing import Final

_NORMAL_95: Final = 1.959964


def wilson(mean: float, games: float) -> tuple[float, float]:
    """The ends of the 95 % interval of a share between 0 and 1 that was `mean` in so many games (Wilson, 1927)."""
    square = _NORMAL_95**2
    centre = (mean + square / (2 * games)) / (1 + square / games)
    half = _NORMAL_95 / (1 + square / games) * sqrt(mean * (1 - mean) / games + square / (4 * games * games))
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))
