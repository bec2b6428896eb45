"""Small drawings of figures that stand in a table: a form as strokes, a rating as a bar among all the others'."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

SCALE_STEPS: Final = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
BAR_WIDTH: Final = 220
MOST_RULES: Final = 5


class Scale(NamedTuple):
    """What the bars of one table have in common: the values at their ends, and how far their rules are apart."""

    low: int
    high: int
    step: int

    def x(self, value: float) -> float:
        """Where a value lies on a bar."""
        return round((value - self.low) / (self.high - self.low) * BAR_WIDTH, 1)

    @property
    def rules(self) -> range:
        """The values at which a rule runs down the table."""
        return range(self.low + self.step, self.high, self.step)


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
    paths = "".join(f'<path class="form-{kind}" d="{path}"/>' for kind, path in strokes.items() if path)
    return (
        f'<svg class="form" viewBox="0 0 {width} 16" width="{width}" height="16" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f'<path class="form-base" d="M0 8H{width}"/>{paths}</svg>'
    )


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
            paths += f'<path class="strip-{kind}" d="M{bar}"><title>{escape(words)}</title></path>'
        else:
            alike[kind] = f"{alike.get(kind, '')}M{9 * at} {16 - height}h8v{height}h-8"
    for kind, path in alike.items():
        paths += f'<path class="strip-{kind}" d="{path}"/>'
    return f'<svg class="strip" width="{9 * rounds - 1}" height="16" role="img" aria-label="{title}">{paths}</svg>'


def scale_of(intervals: Iterable[tuple[float, float]]) -> Scale:
    """Return the scale on which every (value, uncertainty) has room; at least one."""
    ends = [end for value, uncertainty in intervals for end in (value - uncertainty, value + uncertainty)]
    least, most = min(ends), max(ends)
    step = next((step for step in SCALE_STEPS if (most - least) / step <= MOST_RULES), SCALE_STEPS[-1])
    low = int(least // step * step)
    return Scale(low, max(low + step, int(-(-most // step) * step)), step)


def interval_bar(value: float, uncertainty: float, scale: Scale, *, title: str) -> str:
    """Return a rating on the scale of its table: a dot, and a bar as wide as the 95 % interval."""
    left, right = scale.x(value - uncertainty), scale.x(value + uncertainty)
    return (
        f'<svg class="interval" viewBox="0 0 {BAR_WIDTH} 20" width="{BAR_WIDTH}" height="20" role="img"'
        f' aria-label="{escape(title)}">{_rules(scale)}'
        f'<path class="interval-bar" d="M{left} 10H{right}M{left} 6v8M{right} 6v8"/>'
        f'<circle class="interval-dot" cx="{scale.x(value)}" cy="10" r="3.5"/></svg>'
    )


def interval_axis(scale: Scale) -> str:
    """Return the figures above the bars of a table."""
    figures = "".join(
        f'<text class="plot-figure" x="{scale.x(value)}" y="15" text-anchor="middle">{value}</text>'
        for value in scale.rules
    )
    return (
        f'<svg class="interval" viewBox="0 0 {BAR_WIDTH} 20" width="{BAR_WIDTH}" height="20" aria-hidden="true">'
        f"{figures}</svg>"
    )


def _rules(scale: Scale) -> str:
    path = "".join(f"M{scale.x(value)} 0v20" for value in scale.rules)
    return f'<path class="plot-rule" d="{path}"/>' if path else ""
