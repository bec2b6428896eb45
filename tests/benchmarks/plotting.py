"""Self-contained SVG plots for documents: shares with a band, and costs over size. Colours follow the theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import ceil, floor, log, log10
from typing import Final, NamedTuple, TypeAlias

_PANEL: Final = 260  # wide, with its margins
_HEIGHT: Final = 250
_LINE: Final = 14  # of text
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 44, 44, 46

STYLE: Final = """
text { font: 12px system-ui, sans-serif; fill: #4a4a45 }
.title { font-weight: 600; fill: #1c1c1a }
.rule { stroke: #dcdad2 }
.even { stroke: #8a877c; stroke-dasharray: 3 3 }
.band { fill: #1d4673; opacity: .16 }
.line { fill: none; stroke: #1d4673; stroke-width: 2 }
.dot, .value { fill: #1d4673 }
.before { fill: none; stroke: #8a877c; stroke-width: 1.5 }
.value { font-weight: 600 }
@media (prefers-color-scheme: dark) {
  text { fill: #b9b6ab }
  .title { fill: #f1ead9 }
  .rule { stroke: #3a3935 }
  .band { fill: #7fb5cf; opacity: .22 }
  .line { stroke: #7fb5cf }
  .dot, .value { fill: #7fb5cf }
}
"""


class Point(NamedTuple):
    """A share and its interval, all from 0 to 1, at a budget."""

    at: int
    value: float
    low: float
    high: float


class Panel(NamedTuple):
    """A line with its title; `even` is the share that says nothing."""

    title: str
    even: float
    points: Sequence[Point]


def draw(panels: Sequence[Panel], across: str, up: str) -> str:
    """The panels beside each other; `across` and `up` name the axes, the one across by its logarithm."""
    told = "; ".join(
        f"{panel.title}: {panel.points[0].value:.0%} at {panel.points[0].at}, "
        f"{panel.points[-1].value:.0%} at {panel.points[-1].at} {across}"
        for panel in panels
    )
    return _beside(told, [_panel(panel, across, up) for panel in panels])


def _beside(label: str, panels: Sequence[Iterable[str]]) -> str:
    """Return an SVG with the elements of each panel, from left to right."""
    width = _PANEL * len(panels)
    parts = "".join(
        f'<g transform="translate({_PANEL * at} 0)">{"".join(elements)}</g>\n' for at, elements in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}"'
        f' role="img" aria-label="{escape(label)}">\n<style>{STYLE}</style>\n{parts}</svg>\n'
    )


def _panel(panel: Panel, across: str, up: str) -> Iterator[str]:
    first, last = panel.points[0].at, panel.points[-1].at
    right, bottom = _PANEL - _RIGHT, _HEIGHT - _BOTTOM

    def x(at: int) -> float:
        return round(_LEFT + (right - _LEFT) * log(at / first) / log(last / first), 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - _TOP) * share, 1)

    yield f'<text class="title" x="8" y="16">{escape(panel.title)}</text>'
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield f'<path class="rule" d="M{_LEFT} {y(share)}H{right}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
    yield f'<text x="8" y="{_TOP - 12}">{escape(up)}</text>'
    yield f'<path class="even" d="M{_LEFT} {y(panel.even)}H{right}"/>'
    yield f'<text x="{right + 7}" y="{_clear_of(y(panel.points[-1].value), y(panel.even)) + 4}">even</text>'
    for point in panel.points:
        yield f'<text x="{x(point.at)}" y="{bottom + 16}" text-anchor="middle">{point.at}</text>'
    yield f'<text x="{(_LEFT + right) / 2}" y="{bottom + 34}" text-anchor="middle">{escape(across)}</text>'
    ceiling = [f"{x(point.at)} {y(point.high)}" for point in panel.points]
    floor = [f"{x(point.at)} {y(point.low)}" for point in reversed(panel.points)]
    yield f'<path class="band" d="M{"L".join(ceiling + floor)}Z"/>'
    yield f'<path class="line" d="M{"L".join(f"{x(point.at)} {y(point.value)}" for point in panel.points)}"/>'
    for point in panel.points:
        yield f'<circle class="dot" cx="{x(point.at)}" cy="{y(point.value)}" r="3"/>'
    end = panel.points[-1]
    yield f'<text class="value" x="{right + 7}" y="{y(end.value) + 4}">{end.value:.0%}</text>'


def _clear_of(taken: float, wanted: float) -> float:
    """The height of a label, moved on where another one is in its way."""
    if abs(taken - wanted) >= _LINE:
        return wanted
    return taken - _LINE if wanted < taken else taken + _LINE


_WIDE: Final = 250
_HIGH: Final = 210
_ACROSS: Final = 4  # panels in a row
_CURVE_LEFT, _CURVE_RIGHT, _CURVE_TOP, _CURVE_BOTTOM = 58, 26, 34, 44
_LETTERS: Final = 36  # of a title that fits


Axis: TypeAlias = Callable[[float], float]
"""From a size or a cost to where it is drawn."""


class Curve(NamedTuple):
    """The cost at each size, in milliseconds or bytes."""

    title: str
    points: Sequence[tuple[int, float]]


def draw_curves(curves: Sequence[Curve], across: str) -> str:
    """The panels in rows; `across` names the axis of sizes."""
    width, height = _WIDE * _ACROSS, _HIGH * ceil(len(curves) / _ACROSS)
    told = "; ".join(f"{curve.title}: {curve.points[0][1]:.3g} to {curve.points[-1][1]:.3g}" for curve in curves)
    parts = "".join(
        f'<g transform="translate({_WIDE * (at % _ACROSS)} {_HIGH * (at // _ACROSS)})">'
        f"{''.join(_curve_panel(curve, across))}</g>\n"
        for at, curve in enumerate(curves)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(told)}">\n<style>{STYLE}</style>\n{parts}</svg>\n'
    )


def _curve_panel(curve: Curve, across: str) -> Iterator[str]:
    sizes, costs = [size for size, _ in curve.points], [cost for _, cost in curve.points]
    low, high = floor(log10(min(costs))), ceil(log10(max(costs)) + 0.01)
    right, bottom = _WIDE - _CURVE_RIGHT, _HIGH - _CURVE_BOTTOM

    def x(size: float) -> float:
        return round(_CURVE_LEFT + (right - _CURVE_LEFT) * log(size / sizes[0]) / log(sizes[-1] / sizes[0]), 1)

    def y(cost: float) -> float:
        return round(bottom - (bottom - _CURVE_TOP) * (log10(cost) - low) / (high - low), 1)

    yield f'<text class="title" x="8" y="16">{escape(curve.title[:_LETTERS])}</text>'
    for power in range(low, high + 1):
        yield f'<path class="rule" d="M{_CURVE_LEFT} {y(10**power)}H{right}"/>'
        yield f'<text x="{_CURVE_LEFT - 6}" y="{y(10**power) + 4}" text-anchor="end">{10**power:g}</text>'
    for size in sizes:
        yield f'<text x="{x(size)}" y="{bottom + 16}" text-anchor="middle">{_short(size)}</text>'
    yield f'<text x="{(_CURVE_LEFT + right) / 2}" y="{bottom + 34}" text-anchor="middle">{escape(across)}</text>'
    yield f'<path class="even" fill="none" d="M{"L".join(_bound(curve, high, x, y))}"/>'
    yield f'<path class="line" d="M{"L".join(f"{x(size)} {y(cost)}" for size, cost in curve.points)}"/>'
    for size, cost in curve.points:
        yield f'<circle class="dot" cx="{x(size)}" cy="{y(cost)}" r="3"/>'


def _bound(curve: Curve, high: int, x: Axis, y: Axis) -> Iterator[str]:
    """From the first point on by n log n, up to the edge of the panel."""
    (first, cost), last = curve.points[0], curve.points[-1][0]
    steps = 60
    for step in range(steps + 1):
        size = first * (last / first) ** (step / steps)
        bound = cost * size * log(size) / (first * log(first))
        if bound > 10**high:
            return
        yield f"{x(size)} {y(bound)}"


class Bin(NamedTuple):
    """Chances between two tenths: their number, their mean, and the mean of what was won."""

    size: int
    predicted: float
    actual: float


class Reliability(NamedTuple):
    """Predicted chances and actual shares of wins in bins: as shown, and without the correction."""

    title: str
    corrected: Sequence[Bin]
    uncorrected: Sequence[Bin]


def draw_reliability(panels: Sequence[Reliability]) -> str:
    """Draw panels beside each other, with rings for the chances without correction; a dashed line is perfect."""
    told = "; ".join(
        f"{panel.title}: at most {max(abs(each.actual - each.predicted) for each in panel.corrected):.0%} apart"
        for panel in panels
    )
    return _beside(told, [_reliability_panel(panel) for panel in panels])


def _reliability_panel(panel: Reliability) -> Iterator[str]:
    right, bottom = _PANEL - _RIGHT, _HEIGHT - _BOTTOM

    def x(share: float) -> float:
        return round(_LEFT + (right - _LEFT) * share, 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - _TOP) * share, 1)

    yield f'<text class="title" x="8" y="16">{escape(panel.title)}</text>'
    yield f'<text x="8" y="{_TOP - 12}">games won</text>'
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield f'<path class="rule" d="M{_LEFT} {y(share)}H{right}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>'
        yield f'<text x="{x(share)}" y="{bottom + 16}" text-anchor="middle">{share:.0%}</text>'
    yield f'<text x="{(_LEFT + right) / 2}" y="{bottom + 34}" text-anchor="middle">chance in the review</text>'
    yield f'<path class="even" d="M{x(0)} {y(0)}L{x(1)} {y(1)}"/>'
    for each in panel.uncorrected:
        yield f'<circle class="before" cx="{x(each.predicted)}" cy="{y(each.actual)}" r="3"/>'
    yield f'<path class="line" d="M{"L".join(f"{x(each.predicted)} {y(each.actual)}" for each in panel.corrected)}"/>'
    for each in panel.corrected:
        yield f'<circle class="dot" cx="{x(each.predicted)}" cy="{y(each.actual)}" r="3"/>'


def _short(size: int) -> str:
    """1k, 100k, 1M."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if size >= unit:
            return f"{size / unit:g}{letter}"
    return str(size)
