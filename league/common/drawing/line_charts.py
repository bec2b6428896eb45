"""Line charts: a rating over time with its interval, and the points of a table by step."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from league.common.drawing import ink
from league.common.drawing.tartan import Sett

MOST_POINTS: Final = 400
"""More points than a line of this size can show are thinned out."""

MOST_BAND: Final = 400
"""So many points of the band beyond the line are in the frame; wider ones are cut, or the line would be flat."""

FADE: Final = 44
"""Over so many pixels a band that goes beyond the frame fades away."""

DARKEST: Final = 120
"""Up to this uncertainty the band has its full tint; a wider one is paler, so that a newcomer's is no slab."""

GRID_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
COUNT_STEPS: Final = tuple(digit * 10**power for power in range(7) for digit in (1, 2, 5))
_SOFT_TEXT: Final = 'font-size="14" fill="var(--peat-soft)"'
_ITALIC_TEXT: Final = f'{_SOFT_TEXT} font-family="var(--display)" font-style="italic"'
TEXT_STYLES: Final = {
    "figure": _SOFT_TEXT,
    "unit": _ITALIC_TEXT,
    "label": _ITALIC_TEXT,
    "now": 'font-family="var(--display)" font-size="22" font-weight="500" fill="var(--loch)"',
}
ROOM_FOR_A_LABEL: Final = 76
"""So many pixels the word for a provisional part needs."""


class RatingPoint(NamedTuple):
    """A rating after a number of games; the band reaches `uncertainty` above and below. `day` in words, or nothing."""

    game: int
    rating: float
    uncertainty: float
    day: str = ""


class RatingWords(NamedTuple):
    """The words of a rating line, translated."""

    title: str
    best: str
    axis: str
    provisional: str
    corrected: str


class RatingMarks(NamedTuple):
    """What is marked on a line: the game after which the rating was settled, and games that were corrected."""

    settled: int = 0
    corrected: tuple[int, ...] = ()


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
        within = min(self.high, max(self.low, rating))
        return self.bottom - (within - self.low) / (self.high - self.low) * (self.bottom - self.top)

    def fades(self, points: Sequence[RatingPoint]) -> tuple[bool, bool]:
        """Return whether the band goes beyond the upper edge, and beyond the lower one."""
        above, below = (max(sign * p.rating + p.uncertainty for p in points) for sign in (1, -1))
        return above > self.high, below > -self.low


def rating_line(
    points: Sequence[RatingPoint], words: RatingWords, marks: RatingMarks, *, width: int, height: int
) -> str:
    """Return a rating through its games; at least two points, in the order of the games."""
    shown = thinned(points)
    least, most = _reach(shown, marks)
    step = next((step for step in GRID_STEPS if (most - least) / step <= height // 50), GRID_STEPS[-1])
    low, high = least // step * step, -(-most // step) * step
    dated = 18 if any(point.day for point in shown) else 0
    frame = _Frame(40, 16, width - 72, height - 30 - dated, shown[0].game, shown[-1].game, low, max(high, low + step))
    return (
        f'<svg class="rating-line" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(_summary(points, words, marks))}">'
        f"{_grid(frame, step)}{_ticks(frame, shown, words, width)}{_band(frame, shown)}"
        f"{_provisional_label(frame, words, marks)}{_line(frame, shown, marks)}{_correction_marks(frame, words, marks)}"
        f"{_best_label(frame, points, words, marks)}{_current(frame, points[-1])}</svg>"
    )


def thinned(points: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Return at most `MOST_POINTS` of the points, evenly chosen, the first and the last always among them."""
    if len(points) <= MOST_POINTS:
        return list(points)
    stride = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(place * stride)] for place in range(MOST_POINTS)]


def _settled_points(points: Sequence[RatingPoint], marks: RatingMarks) -> Sequence[RatingPoint]:
    """Return the points after which a rating counts; of one that is provisional still, the last."""
    return [point for point in points if point.game >= marks.settled] or points[-1:]


def _reach(points: Sequence[RatingPoint], marks: RatingMarks) -> tuple[float, float]:
    """Return the lowest and highest value in the frame: the whole line, and of the later band at most `MOST_BAND`."""
    later = points[len(points) // 2 :]
    counted = [point for point in later if point.game >= marks.settled] or later
    least, most = min(p.rating for p in points), max(p.rating for p in points)
    low = max(least - MOST_BAND, min(p.rating - p.uncertainty for p in counted))
    high = min(most + MOST_BAND, max(p.rating + p.uncertainty for p in counted))
    return min(low, least), max(high, most)


def _summary(points: Sequence[RatingPoint], words: RatingWords, marks: RatingMarks) -> str:
    last, best = points[-1], _best_of(points, marks)
    course = f"{points[0].rating:.0f} → {last.rating:.0f} ± {last.uncertainty:.0f}"
    days = f" ({points[0].day} → {last.day})" if last.day else ""
    state = f", {words.provisional}" if last.game < marks.settled else ""
    return f"{words.title}: {course}{days}, {words.best} {best.rating:.0f}{state}"


def _text(kind: str, x: float, y: float, words: str, anchor: str = "start") -> str:
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text class="plot-{kind}" {TEXT_STYLES[kind]} x="{x:.1f}" y="{y:.1f}"{where}>{escape(words)}</text>'


def _grid(frame: _Frame, step: int) -> str:
    rules, figures = "", ""
    value = frame.low
    while value <= frame.high:
        y = frame.y(value)
        rules += f"M{frame.left} {y:.1f}H{frame.right:.1f}"
        figures += _text("figure", frame.left - 8, y + 4, f"{value:.0f}", "end")
        value += step
    return f'<path class="plot-rule" {ink.RULE} d="{rules}"/>{figures}'


def _ticks(frame: _Frame, points: Sequence[RatingPoint], words: RatingWords, width: int) -> str:
    """Return the axis: the number of games, and below it the day, where it is another than at the tick before."""
    span = frame.last - frame.first
    step = next((step for step in COUNT_STEPS if span / step <= width / 110), COUNT_STEPS[-1])
    marks, figures, last_day = "", "", ""
    for game in range(frame.first + -frame.first % step, frame.last + 1, step):
        x = frame.x(game)
        marks += f"M{x:.1f} {frame.bottom:.1f}v5"
        figures += _text("figure", x, frame.bottom + 20, f"{game:,}", "middle")
        day = next(point for point in points if point.game >= game).day
        if day != last_day:
            figures += _text("unit", x, frame.bottom + 37, day, "middle")
            last_day = day
    unit = _text("unit", frame.right + 10, frame.bottom + 20, words.axis)
    axis = f"M{frame.left} {frame.bottom:.1f}H{frame.right:.1f}{marks}"
    return f'<path class="plot-mark" fill="none" stroke="var(--peat)" d="{axis}"/>{figures}{unit}'


def _band(frame: _Frame, points: Sequence[RatingPoint]) -> str:
    above = [f"{frame.x(p.game):.1f} {frame.y(p.rating + p.uncertainty):.1f}" for p in points]
    below = [f"{frame.x(p.game):.1f} {frame.y(p.rating - p.uncertainty):.1f}" for p in reversed(points)]
    outline = f"M{'L'.join((*above, *below))}z"
    shape = f'<path class="plot-band" opacity=".3" d="{outline}" fill="url(#tint-{frame.right:.0f})"'
    stops = "".join(
        f'<stop stop-color="var(--loch)" offset="{(p.game - frame.first) / max(1, frame.last - frame.first):.2f}"'
        f' stop-opacity="{min(1, max(0.5, DARKEST / max(p.uncertainty, 1))):.2f}"/>'
        for p in points[:: max(1, len(points) // 12)]
    )
    tint = f'<linearGradient id="tint-{frame.right:.0f}">{stops}</linearGradient>'
    return f"{tint}{_fade(frame, points, shape)}"


def _fade(frame: _Frame, points: Sequence[RatingPoint], shape: str) -> str:
    """Return the band, fading at an edge that it goes beyond: a flat end would look like a bound."""
    fades = frame.fades(points)
    if not any(fades):
        return f"{shape}/>"
    inset = FADE / (frame.bottom - frame.top)
    name = f"edge-{frame.right:.0f}-{fades[0]:d}{fades[1]:d}"
    stops = "".join(
        f'<stop stop-color="#fff" offset="{at:.2f}" stop-opacity="{opacity:d}"/>'
        for at, opacity in ((0, not fades[0]), (inset, True), (1 - inset, True), (1, not fades[1]))
    )
    return (
        f'<linearGradient id="{name}" x2="0" y2="1">{stops}</linearGradient><mask id="{name}-mask">'
        f'<path fill="url(#{name})" d="M{frame.left} {frame.top}H{frame.right:.1f}V{frame.bottom:.1f}H{frame.left}z"/>'
        f'</mask>{shape} mask="url(#{name}-mask)"/>'
    )


def _provisional_label(frame: _Frame, words: RatingWords, marks: RatingMarks) -> str:
    """Return the rule at which a rating is settled, and the word before it where there is room."""
    end = frame.x(min(marks.settled, frame.last)) if marks.settled > frame.first else frame.left
    dots = 'stroke="var(--peat-soft)" stroke-dasharray="1 4"'
    rule = f'<path class="plot-rule until" {dots} d="M{end:.1f} {frame.top}V{frame.bottom:.1f}"/>'
    word = _text("unit", frame.left + 6, frame.top + 12, words.provisional)
    between = frame.left < end < frame.right
    return (rule if between else "") + (word if end - frame.left >= ROOM_FOR_A_LABEL else "")


def _line(frame: _Frame, points: Sequence[RatingPoint], marks: RatingMarks) -> str:
    """Return the line: dashed as far as it is provisional, then whole."""
    before = [point for point in points if point.game <= marks.settled]
    after = [point for point in points if point.game >= marks.settled]
    joint = before[-1:] if after[:1] != before[-1:] else []
    dashed = 'class="plot-line provisional" stroke-dasharray="2 5" stroke-linecap="round"'
    return _path(frame, before, dashed) + _path(frame, [*joint, *after], 'class="plot-line"')


def _path(frame: _Frame, points: Sequence[RatingPoint], look: str) -> str:
    if len(points) < 2:
        return ""
    line = "L".join(f"{frame.x(p.game):.1f} {frame.y(p.rating):.1f}" for p in points)
    return f'<path {look} {ink.LINE} d="M{line}"/>'


def _correction_marks(frame: _Frame, words: RatingWords, marks: RatingMarks) -> str:
    """Return a wedge on the axis for every corrected result, and the word at the last of them."""
    games = sorted({game for game in marks.corrected if frame.first <= game <= frame.last})
    places = [frame.x(game) for game in games]
    if not places:
        return ""
    wedges = "".join(f"M{x:.1f} {frame.bottom - 7:.1f}l4 7h-8z" for x in places)
    x = places[-1]
    word = _text("unit", x, frame.bottom - 12, words.corrected, "end" if x > frame.right - 60 else "middle")
    return f'<path class="plot-corrected" fill="var(--whin)" d="{wedges}"/>{word}'


def _best_of(points: Sequence[RatingPoint], marks: RatingMarks) -> RatingPoint:
    return max(_settled_points(points, marks), key=lambda point: point.rating)


def _best_label(frame: _Frame, points: Sequence[RatingPoint], words: RatingWords, marks: RatingMarks) -> str:
    """Return a label at the best settled rating, or "" where it would overlap the label of the current rating."""
    best = _best_of(points, marks)
    x, y = frame.x(best.game), frame.y(best.rating)
    if x > frame.right - 40:
        return ""
    label = _text(
        "label", x, max(y - 9, 11), f"{words.best} {best.rating:.0f}", "start" if x < frame.left + 40 else "middle"
    )
    return f'<circle fill="var(--bone)" stroke="var(--loch)" stroke-width="2" cx="{x:.1f}" cy="{y:.1f}" r="3"/>{label}'


def _current(frame: _Frame, point: RatingPoint) -> str:
    x, y = frame.x(point.game), frame.y(point.rating)
    return (
        f'<circle fill="var(--loch)" stroke="var(--loch)" stroke-width="2" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f"{_text('now', x + 10, y + 2, f'{point.rating:.0f}')}"
        f"{_text('figure', x + 10, y + 18, f'± {point.uncertainty:.0f}')}"
    )


STEP_PLOT_HEIGHT: Final = 96
STEP_PLOT_TOP: Final = 12
STEP_PLOT_FLOOR: Final = 88
INK_OF_DYE: Final = {
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
    paths = [_race_path(line, steps, most) for line in lines]
    return _step_plot(lines, paths, "" if goal is None else _level(goal, most, f"{goal}"), steps=steps, title=title)


CERTAIN: Final = 1000
"""Chances are in thousandths."""


def chances(lines: Sequence[RaceLine], *, steps: int, marks: Sequence[int], title: str) -> str:
    """Return the plot of chances by step, in thousandths, with a dotted rule at each marked step."""
    paths = [_chance_path(line) for line in lines]
    rules = "".join(
        f'<line class="chance-mark" stroke="var(--peat-soft)" stroke-dasharray="2 4" x1="{x}%" x2="{x}%" y2="92%"/>'
        for x in (round(100 * step / steps, 2) for step in marks)
    )
    return _step_plot(lines, paths, _level(CERTAIN // 2, CERTAIN, "50 %") + rules, steps=steps, title=title)


def _step_plot(lines: Sequence[RaceLine], paths: Sequence[str], below: str, *, steps: int, title: str) -> str:
    """Return a plot over all steps, as wide as its place: a path for each line, and under them `below`."""
    drawn_lines = "".join(
        f'<path class="race-line" fill="none" stroke="var(--{dye})" stroke-width="2.5" stroke-linejoin="round"'
        f' vector-effect="non-scaling-stroke" d="{path}"/>'
        for path, dye in zip(paths, inks_of(lines), strict=True)
    )
    return (
        f'<svg class="race" width="100%" height="{STEP_PLOT_HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<line {ink.RULE} x2="100%" y1="92%" y2="92%"/>{below}'
        f'<svg width="100%" height="100%" viewBox="0 0 {steps} {STEP_PLOT_HEIGHT}" preserveAspectRatio="none"'
        f' overflow="visible" aria-hidden="true">{drawn_lines}</svg></svg>'
    )


def line_names(lines: Sequence[RaceLine], *, has_points: bool) -> str:
    """Return the list of names below a plot, each after a piece of its line; with points the highest come first."""
    named = list(zip(lines, inks_of(lines), strict=True))
    if has_points:
        named.sort(key=lambda pair: -pair[0].points)
    items = "".join(
        f'<li><svg width="18" height="4" aria-hidden="true"><path fill="var(--{dye})" d="M0 0h18v4H0"/></svg>'
        f"{f' <b>{line.points}</b>' if has_points else ''} {escape(line.name)}</li>"
        for line, dye in named
    )
    return f'<ul class="race-names">{items}</ul>'


def inks_of(lines: Sequence[RaceLine]) -> list[str]:
    """Return a colour for each line: of its sett's widest stripe that no line before it has, or any that is free."""
    dyes: list[str] = []
    for line in lines:
        stripes = sorted(line.sett, key=lambda stripe: -stripe.threads)
        preferred = [INK_OF_DYE[stripe.dye] for stripe in stripes if stripe.dye in INK_OF_DYE]
        dyes.append(next(dye for dye in (*preferred, *INK_OF_DYE.values()) if dye not in dyes))
    return dyes


def _y(points: int, most: int) -> float:
    return round(STEP_PLOT_FLOOR - points / most * (STEP_PLOT_FLOOR - STEP_PLOT_TOP), 1)


def _race_path(line: RaceLine, steps: int, most: int) -> str:
    """The line as stairs."""
    (_first, points), *others = line.changes
    stairs = "".join(f"H{step}V{_y(points, most):g}" for step, points in others)
    return f"M0 {_y(points, most):g}{stairs}H{steps}"


def _chance_path(line: RaceLine) -> str:
    return "M" + "L".join(f"{step} {_y(chance, CERTAIN):g}" for step, chance in line.changes)


def _level(value: int, most: int, words: str) -> str:
    """A dashed rule across a plot, with its figure."""
    y = round(100 * _y(value, most) / STEP_PLOT_HEIGHT, 1)
    rule = f'<line {ink.RULE} stroke-dasharray="5 5" x2="100%" y1="{y}%" y2="{y}%"/>'
    return f'{rule}<text {ink.SMALL} fill="var(--peat-soft)" x="0" y="{y}%" dy="-3">{words}</text>'
