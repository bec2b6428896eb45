"""Where each match of a bracket stands on a drawing: columns of boxes, each beside those that lead to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.rules.stages import Column, Match

WIDTH, HEAD, ROW, GAP, BETWEEN, TOP = 196, 20, 26, 18, 40, 34
"""Of a box, of its title, of a seat, between boxes, between columns, above all. A unit is a pixel if nothing scales."""

ROUNDS_ON_A_PAGE, HEIGHT_OF_A_PAGE = 4, 1450
"""What fits, in units, with letters of seven points at least: sixteen matches of two above one another."""


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top and height of a match."""

    left: int
    top: int
    height: int

    @property
    def middle(self) -> int:
        """Half way down."""
        return self.top + self.height // 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns that have something to show, the place of every match of theirs, and the size of it all."""

    columns: tuple[tuple[Column, tuple[Match, ...]], ...]
    boxes: Mapping[str, Box]

    @property
    def width(self) -> int:
        """From left to right."""
        return max(left_of(len(self.columns)) - BETWEEN, 0)

    @property
    def height(self) -> int:
        """From above all to the foot of the lowest box."""
        return max((box.top + box.height for box in self.boxes.values()), default=TOP) + 1


def left_of(column: int) -> int:
    """The left of a column, from 0."""
    return column * (WIDTH + BETWEEN)


def laid_out(columns: Sequence[Column]) -> Layout:
    """Each box in the middle of those whose winners come to it, else below the one above it; none covers another.

    Free rounds are not shown, but keep their room, so that the rounds after them stand as in a full bracket.
    """
    parted = ((column, tuple(match for match in column.matches if not match.is_free)) for column in columns)
    shown = tuple((column, matches) for column, matches in parted if matches)
    lefts = {match.slot: left_of(at) for at, (_column, matches) in enumerate(shown) for match in matches}
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
            if match.slot in lefts:
                boxes[match.slot] = Box(lefts[match.slot], round(middle - height / 2), height)
    return Layout(shown, boxes)


def line_between(one: Box, other: Box) -> str:
    """The path from a box to the one its winner goes to: right, by a corner, and right again."""
    start, corner = one.left + WIDTH, other.left - BETWEEN // 2
    return f"M{start} {one.middle}H{corner}V{other.middle}H{other.left}"


def on_paper(columns: Sequence[Column], rounds: int = ROUNDS_ON_A_PAGE + 1) -> list[tuple[Column, ...]]:
    """The bracket in parts that can be read on a page each: strips of four rounds, then what is left of it.

    As a whole where it has no more than so many rounds, of as many matches as a page holds.
    """
    matches = len(columns[0].matches)
    largest = max(len(match.contenders) for match in columns[0].matches)
    most = HEIGHT_OF_A_PAGE // (HEAD + ROW * largest + GAP)
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
