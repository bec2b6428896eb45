"""Wilson's score interval, chances to finish ahead, bipartite matching and random choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, sqrt
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

_NORMAL_95: Final = 1.959964
_MOST: Final = 6000  # thousandths of a logit beyond which a difference counts no more
# By the lead in thousandths of a logit. Rounded, so that all machines have the same chances.
_CHANCES: Final = tuple(round(1e6 / (1 + exp(-lead / 1000))) / 1e6 for lead in range(-_MOST, _MOST + 1))


def wilson(mean: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share between 0 and 1 with mean `mean` in `games` games (Wilson, 1927)."""
    square = _NORMAL_95**2
    centre = (mean + square / (2 * games)) / (1 + square / games)
    half = _NORMAL_95 / (1 + square / games) * sqrt(mean * (1 - mean) / games + square / (4 * games * games))
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def shares_ahead_of(worth: Sequence[int]) -> list[float]:
    """Return by seat the expected share of the others behind it, from what each seat has, in thousandths of a logit."""
    return [
        sum([_chance(mine - theirs) for other, theirs in enumerate(worth) if other != seat]) / (len(worth) - 1)
        for seat, mine in enumerate(worth)
    ]


def _chance(lead: int) -> float:
    return _CHANCES[min(_MOST, max(-_MOST, lead)) + _MOST]


def shares_behind(places: Sequence[int]) -> list[float]:
    """Return by seat the share of the others that finished behind it, ties counted half."""
    others = len(places) - 1
    return [(sum([(mine < other) + (mine <= other) for other in places]) - 1) / 2 / others for mine in places]


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
    """Return a random item, in less time than `rng.choice`."""
    return items[int(rng.random() * len(items))]


def random_copies(copies: int, rng: Random) -> Iterator[int]:
    """Yield random copies for `State.draw`, from 1 to `copies`: all cards of a pile are equally likely."""
    while True:
        yield 1 + int(rng.random() * copies)
