"""The points of a table by step, a line for each player, over which the steps of a replay are chosen.

Steps run in per cent and points in pixels, so that one drawing fills any width while its words keep their size.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from league.shared.drawing.tartan import Sett

HEIGHT: Final = 128
TOP: Final = 12
FLOOR: Final = 116
LINE: Final = 18
"""Pixels from one name to the next."""
LONGEST: Final = 17
"""Letters of a name."""

INKS: Final = {
    "woad": "loch", "bottle": "moss", "madder": "rowan", "soot": "peat", "lichen": "whin", "slate": "slate",
    "bark": "peat", "rust": "rowan", "heather": "heather", "weld": "whin", "sky": "slate",
}  # fmt: skip
"""The colour of text nearest to a dye: dyes are not all legible on paper by day and by night."""


class RaceLine(NamedTuple):
    """A player: the name, the sett, and (step, points) wherever the points change, from step 0 on."""

    name: str
    sett: Sett
    changes: Sequence[tuple[int, int]]

    @property
    def points(self) -> int:
        """The points at the end."""
        return self.changes[-1][1]


def race(lines: Sequence[RaceLine], *, steps: int, goal: int | None, title: str) -> str:
    """Return the plot; at least one line and one step."""
    most = max([goal or 1, *(points for line in lines for _step, points in line.changes)])
    inks = inks_of(lines)
    paths = "".join(
        f'<path class="race-line" stroke="var(--{ink})" vector-effect="non-scaling-stroke"'
        f' d="{_path(line, steps, most)}"/>'
        for line, ink in zip(lines, inks, strict=True)
    )
    return (
        f'<svg class="race" width="100%" height="{HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<path class="race-base" d="M0 {FLOOR}h4000"/>{_goal(goal, most)}'
        f'<svg width="100%" height="{HEIGHT}" viewBox="0 0 {steps} {HEIGHT}" preserveAspectRatio="none"'
        f' overflow="visible" aria-hidden="true">{paths}</svg></svg>'
    )


def race_names(lines: Sequence[RaceLine], *, goal: int | None) -> str:
    """Return the names beside the plot, each at the end of its line with its points; readers have them in its title."""
    most = max([goal or 1, *(points for line in lines for _step, points in line.changes)])
    inks = inks_of(lines)
    names = "".join(
        f'<text class="race-name" fill="var(--{inks[number]})" x="6" y="{y:g}">'
        f'<tspan class="race-points">{lines[number].points}</tspan> {escape(_short(lines[number].name))}</text>'
        for number, y in _apart([_y(line.points, most) for line in lines])
    )
    return f'<svg class="race-names" width="100%" height="{HEIGHT}" aria-hidden="true">{names}</svg>'


def inks_of(lines: Sequence[RaceLine]) -> list[str]:
    """Return a colour for each line: of its sett's widest stripe that no line before it has, or any that is free."""
    taken: list[str] = []
    for line in lines:
        stripes = sorted(line.sett, key=lambda stripe: -stripe.threads)
        wished = [INKS[stripe.dye] for stripe in stripes if stripe.dye in INKS]
        taken.append(next(ink for ink in (*wished, *INKS.values()) if ink not in taken))
    return taken


def _y(points: int, most: int) -> float:
    return round(FLOOR - points / most * (FLOOR - TOP), 1)


def _path(line: RaceLine, steps: int, most: int) -> str:
    """The line as stairs."""
    (_first, points), *others = line.changes
    stairs = "".join(f"H{step}V{_y(points, most):g}" for step, points in others)
    return f"M0 {_y(points, most):g}{stairs}H{steps}"


def _goal(goal: int | None, most: int) -> str:
    if goal is None:
        return ""
    y = _y(goal, most)
    return f'<path class="race-goal" d="M0 {y:g}h4000"/><text class="race-figure" x="0" y="{y - 3:g}">{goal}</text>'


def _apart(heights: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield (number, y of its words), from the top, none nearer than a line to the one above, none below the floor."""
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    below = 0.0
    for place, number in enumerate(order):
        lowest = HEIGHT - 4 - LINE * (len(order) - 1 - place)
        y = min(max(heights[number] + 5, below + LINE), lowest)
        yield number, y
        below = y


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
