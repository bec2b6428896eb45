"""Wilson's score interval, bipartite matching and random choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

_NORMAL_95: Final = 1.959964


def wilson(mean: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share between 0 and 1 with mean `mean` in `games` games (Wilson, 1927)."""
    square = _NORMAL_95**2
    centre = (mean + square / (2 * games)) / (1 + square / games)
    half = _NORMAL_95 / (1 + square / games) * sqrt(mean * (1 - mean) / games + square / (4 * games * games))
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def maximum_matching(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """Assign as many tasks as possible, each to one of its `choices`. Return the task by choice.

    Earlier tasks and choices are preferred where that costs nothing (augmenting paths; Kuhn 1955).
    """
    assigned: dict[int, int] = {}
    for task in range(len(choices)):
        _assign(task, choices, assigned, set())
    return assigned


def _assign(task: int, choices: Sequence[Sequence[int]], assigned: dict[int, int], tried: set[int]) -> bool:
    """Assign the task, and move other tasks where needed (an augmenting path); return whether that is possible."""
    for choice in choices[task]:
        if choice not in tried:
            tried.add(choice)
            if choice not in assigned or _assign(assigned[choice], choices, assigned, tried):
                assigned[choice] = task
                return True
    return False


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return a random item, several times as fast as `rng.choice`."""
    return items[int(rng.random() * len(items))]


def random_copies(copies: int, rng: Random) -> Iterator[int]:
    """Yield random copies for `State.draw`, from 1 to `copies`: all cards of a pile are equally likely."""
    while True:
        yield 1 + int(rng.random() * copies)
