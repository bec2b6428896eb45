"""Values with their intervals as bars, all on the common scale of a table."""

from collections.abc import Iterable
from html import escape
from statistics import median
from typing import Final, NamedTuple

from league.common.drawing import ink

SCALE_STEPS: Final = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
BAR_WIDTH: Final = 220  # pixels
MOST_RULES: Final = 5


class Scale(NamedTuple):
    """The common axis of the bars of one table: the values at both ends, and the step between grid lines."""

    low: int
    high: int
    step: int

    def x(self, value: float) -> float:
        """Return the x coordinate of a value; beyond an end that of the end."""
        return round(min(max((value - self.low) / (self.high - self.low), 0), 1) * BAR_WIDTH, 1)

    @property
    def rules(self) -> range:
        """The values at which a rule runs down the table."""
        return range(self.low + self.step, self.high, self.step)


def scale_of(intervals: Iterable[tuple[float, float]]) -> Scale:
    """Return the scale on which every value of (value, uncertainty) has room; at least one.

    Intervals wider than most are cut, so that one new player does not press all others together.
    """
    pairs = list(intervals)
    most_are = median(uncertainty for _value, uncertainty in pairs)
    reaches = [(value, min(uncertainty, most_are)) for value, uncertainty in pairs]
    ends = [end for value, reach in reaches for end in (value - reach, value + reach)]
    least, most = min(ends), max(ends)
    step = next((step for step in SCALE_STEPS if (most - least) / step <= MOST_RULES), SCALE_STEPS[-1])
    low = int(least // step * step)
    return Scale(low, max(low + step, int(-(-most // step) * step)), step)


def interval_bar(value: float, uncertainty: float, scale: Scale, *, title: str) -> str:
    """Return a rating on the scale of its table: a dot, and a bar as wide as the 95 % interval."""
    return _bar(value, (value - uncertainty, value + uncertainty), scale, f'role="img" aria-label="{escape(title)}"')


def range_bar(value: float, ends: tuple[float, float], scale: Scale) -> str:
    """Return a figure on the scale of its table: a dot, and a bar between `ends`, which the page says in words."""
    return _bar(value, ends, scale, 'aria-hidden="true"')


def _bar(value: float, ends: tuple[float, float], scale: Scale, words: str) -> str:
    left, right = scale.x(ends[0]), scale.x(ends[1])
    stops = "".join(f"M{scale.x(end)} 6v8" for end in ends if scale.low <= end <= scale.high)
    return (
        f'<svg class="interval" viewBox="0 0 {BAR_WIDTH} 20" width="{BAR_WIDTH}" height="20" {words}>'
        f"{_rules(scale)}"
        f'<path class="interval-bar" {ink.LINE} d="M{left} 10H{right}{stops}"/>'
        f'<circle fill="var(--loch)" cx="{scale.x(value)}" cy="10" r="3.5"/></svg>'
    )


def interval_axis(scale: Scale, *, has_ends: bool = False) -> str:
    """Return the figures above the bars of a table, of both ends too where those are exact."""
    values = [scale.low, *scale.rules, scale.high] if has_ends else scale.rules
    figures = "".join(f'<text x="{scale.x(value)}" y="15">{value}</text>' for value in values)
    return (
        f'<svg class="interval" viewBox="0 0 {BAR_WIDTH} 20" width="{BAR_WIDTH}" height="20" aria-hidden="true"'
        f' font-size="14" text-anchor="middle" fill="var(--peat-soft)">{figures}</svg>'
    )


def _rules(scale: Scale) -> str:
    path = "".join(f"M{scale.x(value)} 0v20" for value in scale.rules)
    return f'<path {ink.RULE} d="{path}"/>' if path else ""
