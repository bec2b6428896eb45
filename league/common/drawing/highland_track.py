"""The counting track of Highland Clans, with the coat of arms of each clan above its points.

The page includes the `sheet` of the pieces once, which has the coats of arms.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from league.common.drawing import ink

ARMS: Final = (25, 30)  # pixels: width and height of a coat of arms
RAISED: Final = 21  # pixels from a coat of arms to the next above it: the letters of both are in sight
LANE: Final = 34  # pixels from the top of the lowest coat of arms to the track
LEFT: Final = 4.5  # per cent of the width, as RIGHT: where the centre of the first and of the last square is
RIGHT: Final = 95.5
NARROWEST: Final = 300  # pixels that the drawing is wide on a phone: there none covers another in its row


class Mark(NamedTuple):
    """A coat of arms on the track."""

    clan: str
    points: int


class TrackWords(NamedTuple):
    """Texts of the track: `title` says all of it to screen readers, `red` is written below the red area."""

    title: str
    red: str


def track(marks: Sequence[Mark], words: TrackWords, *, red: int, last: int) -> str:
    """Return the track from 0 to `last`, or to the highest score, in whole tens; from `red` the area is red."""
    end = max(last, -(-max(mark.points for mark in marks) // 10) * 10)
    rows = _rows(marks, end)
    base = LANE + RAISED * max(rows)
    drawing = "".join([*_squares(end, red, base), *_figures(end, base, words), *_arms(marks, rows, end, base)])
    return (
        f'<svg class="track" width="100%" height="{base + 54}" role="img" aria-label="{escape(words.title)}">'
        f"{drawing}</svg>"
    )


def _rows(marks: Sequence[Mark], end: int) -> list[int]:
    """Return the lowest row above the track, from 0, in which each coat of arms covers no other."""
    last: list[float] = []  # of each row: the points of its rightmost coat of arms
    rows = [0] * len(marks)
    covered = ARMS[0] / (NARROWEST * (RIGHT - LEFT) / 100 / end)  # squares
    for number in sorted(range(len(marks)), key=lambda number: marks[number].points):
        points = marks[number].points
        free = [row for row, right in enumerate(last) if points - right > covered]
        rows[number] = free[0] if free else len(last)
        last[rows[number] : rows[number] + 1] = [points]
    return rows


def _squares(end: int, red: int, base: int) -> Iterator[str]:
    """Yield the squares: the paper, the red area, every second square again, and the edge."""
    areas = [("free", 0, red), ("red", red, end - red + 1), *(("square", square, 1) for square in range(0, end + 1, 2))]
    for name, first, squares in [*areas, ("edge", 0, end + 1)]:
        wide = f"{(RIGHT - LEFT) * squares / end:.2f}%"
        yield f'<rect {ink.TRACK[name]} x="{_x(first - 0.5, end)}" y="{base}" width="{wide}" height="14"/>'


def _figures(end: int, base: int, words: TrackWords) -> Iterator[str]:
    figure, red = 'text-anchor="middle" fill="var(--peat)"', 'text-anchor="end" fill="var(--rowan)"'
    for points in range(0, end + 1, 10):
        yield f'<text {ink.SMALL} {figure} x="{_x(points, end)}" y="{base + 30}">{points}</text>'
    yield f'<text {ink.SMALL} {red} x="{_x(end + 0.5, end)}" y="{base + 48}">{escape(words.red)}</text>'


def _arms(marks: Sequence[Mark], rows: Sequence[int], end: int, base: int) -> Iterator[str]:
    """Yield the coats of arms, each straight above its square on a pin; the lower ones in front."""
    width, height = ARMS
    for row, mark in sorted(zip(rows, marks, strict=True), reverse=True):
        top = base - LANE - RAISED * row
        yield (
            f'<svg x="{_x(mark.points, end)}" overflow="visible" aria-hidden="true">'
            f'<path {ink.PIN} d="M0 {top + height - 2}V{base + 7}"/>'
            f'<use href="#arms-{mark.clan}" data-piece="arms-{mark.clan}" x="{-width / 2}" y="{top}" width="{width}"'
            f' height="{height}"/></svg>'
        )


def _x(points: float, end: int) -> str:
    return f"{LEFT + (RIGHT - LEFT) * points / end:.2f}%"
