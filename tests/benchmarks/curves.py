"""Curves of cost over size as SVG, a small panel each: both axes by their logarithm, n log n dashed beside."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log, log10
from typing import Final, NamedTuple, TypeAlias

from tests.benchmarks.plotting import STYLE

_WIDE: Final = 250
_HIGH: Final = 210
_ACROSS: Final = 4  # panels in a row
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 26, 34, 44
_LETTERS: Final = 36  # of a title that fits


Axis: TypeAlias = Callable[[float], float]
"""From a size or a cost to where it is drawn."""


class Curve(NamedTuple):
    """The cost at each size, in milliseconds or bytes."""

    title: str
    points: Sequence[tuple[int, float]]


def draw(curves: Sequence[Curve], across: str) -> str:
    """The panels in rows; `across` names the axis of sizes."""
    width, height = _WIDE * _ACROSS, _HIGH * ceil(len(curves) / _ACROSS)
    told = "; ".join(f"{curve.title}: {curve.points[0][1]:.3g} to {curve.points[-1][1]:.3g}" for curve in curves)
    parts = "".join(
        f'<g transform="translate({_WIDE * (at % _ACROSS)} {_HIGH * (at // _ACROSS)})">'
        f"{''.join(_panel(curve, across))}</g>\n"
        for at, curve in enumerate(curves)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(told)}">\n<style>{STYLE}</style>\n{parts}</svg>\n'
    )


def _panel(curve: Curve, across: str) -> Iterator[str]:
    sizes, costs = [size for size, _ in curve.points], [cost for _, cost in curve.points]
    low, high = floor(log10(min(costs))), ceil(log10(max(costs)) + 0.01)
    right, bottom = _WIDE - _RIGHT, _HIGH - _BOTTOM

    def x(size: float) -> float:
        return round(_LEFT + (right - _LEFT) * log(size / sizes[0]) / log(sizes[-1] / sizes[0]), 1)

    def y(cost: float) -> float:
        return round(bottom - (bottom - _TOP) * (log10(cost) - low) / (high - low), 1)

    yield f'<text class="title" x="8" y="16">{escape(curve.title[:_LETTERS])}</text>'
    for power in range(low, high + 1):
        yield f'<path class="rule" d="M{_LEFT} {y(10**power)}H{right}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y(10**power) + 4}" text-anchor="end">{10**power:g}</text>'
    for size in sizes:
        yield f'<text x="{x(size)}" y="{bottom + 16}" text-anchor="middle">{_short(size)}</text>'
    yield f'<text x="{(_LEFT + right) / 2}" y="{bottom + 34}" text-anchor="middle">{escape(across)}</text>'
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


def _short(size: int) -> str:
    """1k, 100k, 1M."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if size >= unit:
            return f"{size / unit:g}{letter}"
    return str(size)
