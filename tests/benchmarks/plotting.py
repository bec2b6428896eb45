"""A self-contained SVG plot for documents: small panels of one line each, its uncertainty as a band.

Labels are direct, without a legend; colours follow the reader's light or dark page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import log
from typing import Final, NamedTuple

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
    width = _PANEL * len(panels)
    told = "; ".join(
        f"{panel.title}: {panel.points[0].value:.0%} at {panel.points[0].at}, "
        f"{panel.points[-1].value:.0%} at {panel.points[-1].at} {across}"
        for panel in panels
    )
    parts = "".join(
        f'<g transform="translate({_PANEL * at} 0)">{"".join(_panel(panel, across, up))}</g>\n'
        for at, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}"'
        f' role="img" aria-label="{escape(told)}">\n<style>{STYLE}</style>\n{parts}</svg>\n'
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
