"""The counting track of Highland Clans: a ruler of squares, the red area, and the coats of arms upon them.

Places across are given in per cent, so that one drawing fills any width while its words keep their size.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

LANE: Final = 34
ARMS: Final = (25, 30)
NEAR: Final = 5
"""Points: coats of arms closer than this would overlap on a phone, and hang one above the other."""
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
    lanes = _lanes(marks)
    base = (max(lanes) + 1) * LANE + 2
    drawing = "".join([*_squares(end, red, base), *_figures(end, base, words), *_arms(marks, lanes, end, base)])
    return (
        f'<svg class="track" width="100%" height="{base + 52}" role="img" aria-label="{escape(words.title)}">'
        f"{drawing}</svg>"
    )


def _lanes(marks: Sequence[Mark]) -> list[int]:
    """Return at which height each coat of arms hangs, 0 the lowest."""
    lanes = [0] * len(marks)
    taken: list[int] = []
    for number in sorted(range(len(marks)), key=lambda number: marks[number].points):
        points = marks[number].points
        lane = next((lane for lane, before in enumerate(taken) if points - before >= NEAR), len(taken))
        taken[lane : lane + 1] = [points]
        lanes[number] = lane
    return lanes


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


def _arms(marks: Sequence[Mark], lanes: Sequence[int], end: int, base: int) -> Iterator[str]:
    """Yield the coats of arms, each on a pin that stands in its square."""
    width, height = ARMS
    for mark, lane in sorted(zip(marks, lanes, strict=True), key=lambda pair: -pair[1]):
        top, x = base - (lane + 1) * LANE, _x(mark.points, end)
        yield f'<line class="track-pin" x1="{x}" y1="{top + height}" x2="{x}" y2="{base + 7}"/>'
        yield (
            f'<svg x="{x}" y="{top}" overflow="visible">'
            f'<use href="#arms-{mark.clan}" x="{-width / 2}" width="{width}" height="{height}"/></svg>'
        )
