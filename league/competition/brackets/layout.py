"""The layout of a bracket drawing: columns of boxes, each beside those of the matches before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.competition.stages import Column, Match

# In pixels: the title of a match and a seat; the gap between matches, the name of a round, the lines between rounds.
HEAD, ROW, GAP, TOP, BETWEEN = 28, 44, 16, 40, 36

# What fits on paper in letters of seven points at least, for two players per match.
ROUNDS_ON_A_PAGE, MATCHES_ON_A_PAGE = 4, 16


@dataclass(frozen=True, slots=True)
class Box:
    """Top and height of a match, in pixels if nothing scales."""

    top: int
    height: int

    @property
    def middle(self) -> int:
        """The vertical centre of the seats, below the title."""
        return self.top + (HEAD + self.height) // 2

    @property
    def foot(self) -> int:
        """The lower edge."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns that have matches, and the box of each match."""

    columns: tuple[tuple[Column, tuple[Match, ...]], ...]
    boxes: Mapping[str, Box]

    @property
    def height(self) -> int:
        """The lower edge of the lowest box."""
        return max((box.foot for box in self.boxes.values()), default=TOP)


def layout_of(columns: Sequence[Column]) -> Layout:
    """Return the layout: each box in the middle of those before it, else below the one above it, without overlaps.

    Free rounds are not shown, but keep their space between others, so that later rounds look as in a full bracket.
    """
    parted = ((column, tuple(match for match in column.matches if not match.is_free)) for column in columns)
    shown = tuple((column, matches) for column, matches in parted if matches)
    feeders: dict[str, list[str]] = {}
    for column in columns:
        for match in column.matches:
            feeders.setdefault(match.leads_to, []).append(match.slot)
    middles: dict[str, float] = {}
    boxes: dict[str, Box] = {}
    for column in columns:
        below = float(TOP)
        for match in column.matches:
            height = HEAD + ROW * len(match.contenders)
            before = [middles[slot] for slot in feeders.get(match.slot, ()) if slot in middles]
            middle = max(sum(before) / len(before) if before else 0, below + height / 2)
            middles[match.slot] = middle
            below = middle + height / 2 + GAP
            if not match.is_free:
                boxes[match.slot] = Box(round(middle - height / 2), height)
    free = min((box.top for box in boxes.values()), default=TOP) - TOP  # of free matches above all others
    return Layout(shown, {slot: replace(box, top=box.top - free) for slot, box in boxes.items()})


def line_between(one: Box, other: Box) -> str:
    """Return the SVG path from a box to the box of the winner's next match, in two corners."""
    return f"M0 {one.middle}H{BETWEEN // 2}V{other.middle}H{BETWEEN}"


def on_paper(columns: Sequence[Column], rounds: int = ROUNDS_ON_A_PAGE + 1) -> list[tuple[Column, ...]]:
    """Return the bracket in parts that fit on a page each: strips of four rounds, then the rest.

    As a whole if it has no more than so many rounds, of as many matches as a page holds.
    """
    matches = len(columns[0].matches)
    largest = max(len(match.contenders) for match in columns[0].matches)
    most = MATCHES_ON_A_PAGE * (HEAD + ROW * 2 + GAP) // (HEAD + ROW * largest + GAP)
    if len(columns) <= rounds and matches <= most:
        return [tuple(columns)]
    first, last = columns[:ROUNDS_ON_A_PAGE], columns[ROUNDS_ON_A_PAGE:]
    count = -(-matches // most)
    strips = [tuple(_share(column, at, count) for column in first) for at in range(count)]
    return strips + (on_paper(last, ROUNDS_ON_A_PAGE) if last else [])


def _share(column: Column, at: int, count: int) -> Column:
    """Return the matches of a column that belong to one of `count` strips, counted from 0 from the top."""
    strip = len(column.matches) / count
    return replace(column, matches=column.matches[round(at * strip) : round((at + 1) * strip)])
