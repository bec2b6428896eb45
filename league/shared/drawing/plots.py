"""Plots that people would print: direct labels instead of legends, uncertainty as a band, quiet rules."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

MOST_POINTS: Final = 400
"""More points than a line of this size can show are thinned out."""

GRID_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
COUNT_STEPS: Final = tuple(digit * 10**power for power in range(7) for digit in (1, 2, 5))


class RatingPoint(NamedTuple):
    """A rating after a number of games; the band reaches `uncertainty` above and below."""

    game: int
    rating: float
    uncertainty: float


class RatingWords(NamedTuple):
    """The words of a rating line, translated."""

    title: str
    best: str
    axis: str


class _Frame(NamedTuple):
    """The rectangle of the line itself, and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    first: int
    last: int
    low: float
    high: float

    def x(self, game: float) -> float:
        return self.left + (game - self.first) / max(1, self.last - self.first) * (self.right - self.left)

    def y(self, rating: float) -> float:
        return self.bottom - (rating - self.low) / (self.high - self.low) * (self.bottom - self.top)


def rating_line(points: Sequence[RatingPoint], words: RatingWords, *, width: int, height: int) -> str:
    """Return a rating through its games; at least two points, in the order of the games."""
    shown = thinned(points)
    step = _grid_step(shown, height)
    low = _below(min(p.rating - p.uncertainty for p in shown), step)
    high = -_below(-max(p.rating + p.uncertainty for p in shown), step)
    frame = _Frame(40, 14, width - 72, height - 30, shown[0].game, shown[-1].game, low, max(high, low + step))
    return (
        f'<svg class="rating-line" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(_summary(points, words))}">'
        f"{_grid(frame, step)}{_ticks(frame, words, width)}{_band(frame, shown)}{_line(frame, shown)}"
        f"{_best(frame, points, words)}{_now(frame, points[-1])}</svg>"
    )


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


def thinned(points: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Return at most `MOST_POINTS` of the points, evenly chosen, the first and the last always among them."""
    if len(points) <= MOST_POINTS:
        return list(points)
    stride = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(place * stride)] for place in range(MOST_POINTS)]


def _summary(points: Sequence[RatingPoint], words: RatingWords) -> str:
    last, best = points[-1], max(points, key=lambda point: point.rating)
    course = f"{points[0].rating:.0f} → {last.rating:.0f} ± {last.uncertainty:.0f}"
    return f"{words.title}: {course}, {words.best} {best.rating:.0f}"


def _grid_step(points: Sequence[RatingPoint], height: int) -> int:
    span = max(p.rating + p.uncertainty for p in points) - min(p.rating - p.uncertainty for p in points)
    most_lines = height // 50
    return next((step for step in GRID_STEPS if span / step <= most_lines), GRID_STEPS[-1])


def _below(number: float, step: int) -> float:
    return number // step * step


def _grid(frame: _Frame, step: int) -> str:
    rules, figures = "", ""
    value = frame.low
    while value <= frame.high:
        y = frame.y(value)
        rules += f"M{frame.left} {y:.1f}H{frame.right:.1f}"
        figures += (
            f'<text class="plot-figure" x="{frame.left - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{value:.0f}</text>'
        )
        value += step
    return f'<path class="plot-rule" d="{rules}"/>{figures}'


def _ticks(frame: _Frame, words: RatingWords, width: int) -> str:
    span = frame.last - frame.first
    step = next((step for step in COUNT_STEPS if span / step <= width / 90), COUNT_STEPS[-1])
    marks, figures = "", ""
    for game in range(frame.first + -frame.first % step, frame.last + 1, step):
        x = frame.x(game)
        marks += f"M{x:.1f} {frame.bottom:.1f}v5"
        figures += (
            f'<text class="plot-figure" x="{x:.1f}" y="{frame.bottom + 20:.1f}" text-anchor="middle">{game}</text>'
        )
    unit = f'<text class="plot-unit" x="{frame.right + 10:.0f}" y="{frame.bottom + 20:.1f}">{escape(words.axis)}</text>'
    return f'<path class="plot-mark" d="M{frame.left} {frame.bottom:.1f}H{frame.right:.1f}{marks}"/>{figures}{unit}'


def _band(frame: _Frame, points: Sequence[RatingPoint]) -> str:
    above = [f"{frame.x(p.game):.1f} {frame.y(p.rating + p.uncertainty):.1f}" for p in points]
    below = [f"{frame.x(p.game):.1f} {frame.y(p.rating - p.uncertainty):.1f}" for p in reversed(points)]
    return f'<path class="plot-band" d="M{"L".join((*above, *below))}z"/>'


def _line(frame: _Frame, points: Sequence[RatingPoint]) -> str:
    return (
        f'<path class="plot-line" d="M{"L".join(f"{frame.x(p.game):.1f} {frame.y(p.rating):.1f}" for p in points)}"/>'
    )


def _best(frame: _Frame, points: Sequence[RatingPoint], words: RatingWords) -> str:
    """Return a label at the best rating, unless the label of the present one stands there."""
    best = max(points, key=lambda point: point.rating)
    x, y = frame.x(best.game), frame.y(best.rating)
    if x > frame.right - 40:
        return ""
    label = f"{escape(words.best)} {best.rating:.0f}"
    anchor = "start" if x < frame.left + 40 else "middle"
    return (
        f'<circle class="plot-dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        f'<text class="plot-label" x="{x:.1f}" y="{max(y - 9, 11):.1f}" text-anchor="{anchor}">{label}</text>'
    )


def _now(frame: _Frame, point: RatingPoint) -> str:
    x, y = frame.x(point.game), frame.y(point.rating)
    return (
        f'<circle class="plot-dot now" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f'<text class="plot-now" x="{x + 10:.1f}" y="{y + 2:.1f}">{point.rating:.0f}</text>'
        f'<text class="plot-figure" x="{x + 10:.1f}" y="{y + 18:.1f}">± {point.uncertainty:.0f}</text>'
    )
