"""Small plots of results: form, the rounds of a player, places by round."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from league.common.drawing import svg

FORM_INKS: Final = {"up": "moss", "down": "rowan", "level": "peat-soft"}
STRIP_INKS: Final = {
    "first": 'fill="var(--moss)"',
    "up": 'fill="var(--moss)" opacity=".6"',
    "even": 'fill="var(--slate)"',
    "down": 'fill="var(--rowan)" opacity=".6"',
    "last": 'fill="var(--rowan)"',
    "bye": 'fill="var(--rule)"',
}
BUMP_ROW: Final = 28
BUMP_TOP: Final = 30
BUMP_FOOT: Final = 10
BUMP_LEFT: Final = 34
LETTER_WIDTH: Final = 7.4
"""Pixels that a letter of a name takes."""
BUMP_INKS: Final = {1: "moss", 2: "loch", 3: "whin"}
ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


def form_line(results: Sequence[float], *, title: str) -> str:
    """Return the last results as strokes on a line: up for more than half of the table beaten, down for less."""
    width = 6 * max(10, len(results))
    strokes = {"up": "", "down": "", "level": ""}
    for place, result in enumerate(results, start=max(0, 10 - len(results))):
        x = 6 * place + 3
        reach = round((result - 0.5) * 14, 1)
        if reach:
            strokes["up" if reach > 0 else "down"] += f"M{x} 8v{-reach:g}"
        else:
            strokes["level"] += f"M{x - 2} 8h4"
    paths = "".join(
        f'<path class="form-{kind}" stroke="var(--{FORM_INKS[kind]})" stroke-width="3" d="{path}"/>'
        for kind, path in strokes.items()
        if path
    )
    base = f'<path class="form-base" stroke="var(--rule)" d="M0 8H{width}"/>'
    return svg.image("form", width, 16, base + paths, title=title)


class RoundMark(NamedTuple):
    """A round of a player: what it is called (`first` to `last`, or `bye`), its share of the height, perhaps words."""

    at: int
    kind: str
    height: int
    words: str = ""


def round_strip(marks: Iterable[RoundMark], rounds: int, *, title: str) -> str:
    """Return the rounds of a player as bars: the more of the table beaten, the higher. Marks without words are one."""
    paths = ""
    alike: dict[str, str] = {}
    for at, kind, height, words in marks:
        if words:
            bar = f"{9 * at} {16 - height}h8v{height}h-8z"
            paths += f'<path {STRIP_INKS[kind]} d="M{bar}"><title>{escape(words)}</title></path>'
        else:
            alike[kind] = f"{alike.get(kind, '')}M{9 * at} {16 - height}h8v{height}h-8"
    for kind, path in alike.items():
        paths += f'<path {STRIP_INKS[kind]} d="{path}"/>'
    return f'<svg class="strip" width="{9 * rounds - 1}" height="16" role="img" aria-label="{title}">{paths}</svg>'


class BumpLine(NamedTuple):
    """A player's places from the first round shown to the last."""

    name: str
    places: tuple[int, ...]
    is_own: bool = False


def bump_chart(lines: Sequence[BumpLine], rounds: Sequence[int], *, title: str, width: int) -> str:
    """Return the chart; `lines` are in the order of their last places, which are counted among them."""
    longest = max(len(line.name) for line in lines)
    right = width - min(LETTER_WIDTH * longest + 44, width * 0.6)
    step = (right - BUMP_LEFT) / max(1, len(rounds) - 1)
    every = -(-len(rounds) * 26 // int(right - BUMP_LEFT))
    height = BUMP_TOP + BUMP_ROW * len(lines) + BUMP_FOOT
    heads = "".join(
        f'<text x="{BUMP_LEFT + step * at:.1f}" y="16" text-anchor="middle">{number}</text>'
        for at, number in enumerate(rounds)
        if (len(rounds) - 1 - at) % every == 0
    )
    letters = round((width - right - 44) / LETTER_WIDTH)
    curves = "".join(_bump_line(line, step, right, letters) for line in reversed(lines))
    return (
        f'<svg class="bump" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(title)}"><g class="bump-rounds" fill="var(--peat-soft)">{heads}</g>{curves}</svg>'
    )


def _bump_line(line: BumpLine, step: float, right: float, letters: int) -> str:
    ends = [(BUMP_LEFT + step * at, BUMP_TOP + BUMP_ROW * (place - 0.5)) for at, place in enumerate(line.places)]
    (x, y), path = ends[0], f"M{ends[0][0]:.1f} {ends[0][1]:g}"
    for next_x, next_y in ends[1:]:
        middle = (x + next_x) / 2
        path += f"C{middle:.1f} {y:g} {middle:.1f} {next_y:g} {next_x:.1f} {next_y:g}"
        x, y = next_x, next_y
    dots = (
        "".join(f'<circle fill="currentcolor" cx="{x:.1f}" cy="{y:g}" r="3.5"/>' for x, y in ends) if step > 14 else ""
    )
    first, last = line.places[0], line.places[-1]
    name = line.name if len(line.name) <= letters else line.name[: letters - 1].rstrip() + ELLIPSIS
    dye = "heather" if line.is_own else BUMP_INKS.get(last, "")
    stroke = 'stroke-width="3"' if dye else 'stroke-width="1.5" opacity=".55"'
    bold = ' font-weight="700"' if line.is_own or last == 1 else ""
    kind = "own" if line.is_own else "of-others"
    return (
        f'<g class="{kind}" color="var(--{dye or "peat-soft"})"{bold}>'
        f'<path fill="none" stroke="currentcolor" {stroke} d="{path}"/>'
        f"{dots}"
        f'<text fill="var(--peat-soft)" x="{BUMP_LEFT - 12}" y="{ends[0][1] + 5:g}" text-anchor="end">{first}</text>'
        f'<text fill="var(--peat)" x="{right + 12:.1f}" y="{y + 5:g}">{last}  {escape(name)}</text></g>'
    )
