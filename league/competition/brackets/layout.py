"""Where each match of a bracket stands on a drawing: columns of boxes, each beside those that lead to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.competition.stages import Column, Match

HEAD, ROW, GAP, TOP, BETWEEN = 28, 44, 16, 40, 36
"""Of a match: its title, a seat. Then the gap between matches, the name of a round, the lines between two rounds."""

ROUNDS_ON_A_PAGE, MATCHES_ON_A_PAGE = 4, 16
"""What fits on paper in letters of seven points at least, where two sit at a match."""


@dataclass(frozen=True, slots=True)
class Box:
    """Top and height of a match, in pixels if nothing scales."""

    top: int
    height: int

    @property
    def middle(self) -> int:
        """Half way down."""
        return self.top + self.height // 2

    @property
    def foot(self) -> int:
        """Where it ends."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns that have matches, and the box of each match."""

    columns: tuple[tuple[Column, tuple[Match, ...]], ...]
    boxes: Mapping[str, Box]

    @property
    def height(self) -> int:
        """From above all to the foot of the lowest box."""
        return max((box.foot for box in self.boxes.values()), default=TOP)


def layout_of(columns: Sequence[Column]) -> Layout:
    """Each box in the middle of those whose winners come to it, else below the one above it; none covers another.

    Free rounds are not shown, but keep their room, so that the rounds after them stand as in a full bracket.
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
    return Layout(shown, boxes)


def line_between(one: Box, other: Box) -> str:
    """The path from a box to the one of the next column to which its winner goes: right, by a corner, right again."""
    return f"M0 {one.middle}H{BETWEEN // 2}V{other.middle}H{BETWEEN}"


def on_paper(columns: Sequence[Column], rounds: int = ROUNDS_ON_A_PAGE + 1) -> list[tuple[Column, ...]]:
    """The bracket in parts that can be read on a page each: strips of four rounds, then what is left of it.

    As a whole where it has no more than so many rounds, of as many matches as a page holds.
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
    """The matches of a column that stand in that of so many strips, counted from 0 from above."""
    strip = len(column.matches) / count
    return replace(column, matches=column.matches[round(at * strip) : round((at + 1) * strip)])
