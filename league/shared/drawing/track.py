"""The counting track of Highland Clans: a ruler of squares, the red area, and the coats of arms upon them.

Places across are given in per cent, so that one drawing fills any width while its words keep their size.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

LANE: Final = 34
ARMS: Final = (25, 30)
APART: Final = 27
"""Pixels from one coat of arms to the next beside it."""
NARROW: Final = 6.0
"""Pixels of a square where the track is narrowest, on a phone: there they must not overlap."""
LEFT: Final = 3.0
RIGHT: Final = 97.0


class Mark(NamedTuple):
    """A coat of arms on the track."""

    clan: str
    points: int


class TrackWords(NamedTuple):
    """What the track says; `title` says all of it to readers."""

    title: str
    red: str


def track(marks: Sequence[Mark], words: TrackWords, *, red: int, last: int) -> str:
    """Return the track from 0 to `last`, or as far as somebody stands, in whole tens; from `red` the area is red."""
    end = max(last, -(-max(mark.points for mark in marks) // 10) * 10)
    drawing = "".join([*_squares(end, red, LANE), *_figures(end, LANE, words), *_arms(marks, end, LANE)])
    return (
        f'<svg class="track" width="100%" height="{LANE + 54}" role="img" aria-label="{escape(words.title)}">'
        f"{drawing}</svg>"
    )


def _aside(marks: Sequence[Mark], end: int) -> list[float]:
    """Return how many pixels beside its square each coat of arms hangs, so that none covers another."""
    order = sorted(range(len(marks)), key=lambda number: marks[number].points)
    groups: list[list[int]] = []
    for number in order:
        groups.append([number])
        while len(groups) > 1 and _middle(groups[-1], marks, end) - _middle(groups[-2], marks, end) < (
            APART * (len(groups[-1]) + len(groups[-2])) / 2
        ):
            groups[-2:] = [groups[-2] + groups[-1]]
    aside = [0.0] * len(marks)
    for group in groups:
        first = _middle(group, marks, end) - APART * (len(group) - 1) / 2
        for place, number in enumerate(group):
            aside[number] = first + APART * place - _narrow(marks[number].points, end)
    return aside


def _middle(group: Sequence[int], marks: Sequence[Mark], end: int) -> float:
    """Return where a group hangs on the narrowest track, in pixels, as near to its squares as the edges let it."""
    half, whole = APART * len(group) / 2, NARROW * 50
    middle = sum(_narrow(marks[number].points, end) for number in group) / len(group)
    return min(max(middle, half), whole - half)


def _narrow(points: int, end: int) -> float:
    return NARROW * 50 * (LEFT + (RIGHT - LEFT) * points / end) / 100


def _x(points: float, end: int) -> str:
    return f"{LEFT + (RIGHT - LEFT) * points / end:.2f}%"


def _squares(end: int, red: int, base: int) -> Iterator[str]:
    """Yield the squares: the paper, the red area, and every second square again."""
    areas = [("free", 0, red), ("red", red, end - red + 1), *(("square", square, 1) for square in range(0, end + 1, 2))]
    for name, first, squares in [*areas, ("edge", 0, end + 1)]:
        wide = f"{(RIGHT - LEFT) * squares / end:.2f}%"
        yield f'<rect class="track-{name}" x="{_x(first - 0.5, end)}" y="{base}" width="{wide}" height="14"/>'


def _figures(end: int, base: int, words: TrackWords) -> Iterator[str]:
    for points in range(0, end + 1, 10):
        yield f'<text class="track-figure" x="{_x(points, end)}" y="{base + 30}">{points}</text>'
    yield f'<text class="track-words" x="{_x(end + 0.5, end)}" y="{base + 48}">{escape(words.red)}</text>'


def _arms(marks: Sequence[Mark], end: int, base: int) -> Iterator[str]:
    """Yield the coats of arms in a row, each on a pin that leads to its square."""
    width, height = ARMS
    for mark, aside in zip(marks, _aside(marks, end), strict=True):
        yield (
            f'<svg x="{_x(mark.points, end)}" overflow="visible" aria-hidden="true">'
            f'<path class="track-pin" d="M{aside:.1f} {height - 2}L0 {base + 7}"/>'
            f'<use href="#arms-{mark.clan}" data-piece="arms-{mark.clan}" x="{aside - width / 2:.1f}" width="{width}"'
            f' height="{height}"/></svg>'
        )
