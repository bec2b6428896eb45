"""Places by round as lines that cross one another, with the names at their ends."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

ROW: Final = 28
TOP: Final = 30
FOOT: Final = 10
LEFT: Final = 34
LETTER: Final = 7.4
"""Pixels that a letter of a name takes."""
CUT: Final = "\N{HORIZONTAL ELLIPSIS}"


class BumpLine(NamedTuple):
    """A player's places from the first round shown to the last."""

    name: str
    places: tuple[int, ...]
    own: bool = False


def bump_chart(lines: Sequence[BumpLine], rounds: Sequence[int], *, title: str, width: int) -> str:
    """Return the chart; `lines` are in the order of their last places, which are counted among them."""
    longest = max(len(line.name) for line in lines)
    right = width - min(LETTER * longest + 44, width * 0.5)
    step = (right - LEFT) / max(1, len(rounds) - 1)
    every = -(-len(rounds) * 26 // int(right - LEFT))
    height = TOP + ROW * len(lines) + FOOT
    heads = "".join(
        f'<text x="{LEFT + step * at:.1f}" y="16" text-anchor="middle">{number}</text>'
        for at, number in enumerate(rounds)
        if (len(rounds) - 1 - at) % every == 0
    )
    letters = int((width - right - 44) / LETTER)
    drawn = "".join(_line(line, step, right, letters) for line in reversed(lines))
    return (
        f'<svg class="bump" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(title)}"><g class="bump-rounds">{heads}</g>{drawn}</svg>'
    )


def _line(line: BumpLine, step: float, right: float, letters: int) -> str:
    ends = [(LEFT + step * at, TOP + ROW * (place - 0.5)) for at, place in enumerate(line.places)]
    (x, y), path = ends[0], f"M{ends[0][0]:.1f} {ends[0][1]:g}"
    for next_x, next_y in ends[1:]:
        middle = (x + next_x) / 2
        path += f"C{middle:.1f} {y:g} {middle:.1f} {next_y:g} {next_x:.1f} {next_y:g}"
        x, y = next_x, next_y
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:g}" r="3.5"/>' for x, y in ends) if step > 14 else ""
    first, last = line.places[0], line.places[-1]
    name = line.name if len(line.name) <= letters else line.name[: letters - 1].rstrip() + CUT
    kind = "own" if line.own else f"of-{last}" if last <= 3 else ""
    return (
        f'<g class="{kind}"><path d="{path}"/>{dots}'
        f'<text x="{LEFT - 12}" y="{ends[0][1] + 5:g}" text-anchor="end">{first}</text>'
        f'<text x="{right + 12:.1f}" y="{y + 5:g}">{last}  {escape(name)}</text></g>'
    )
