"""Small plots of standings and leaderboards: form, rating intervals, places by round, the schedule of rounds."""

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from statistics import median
from typing import Final, NamedTuple

from league.common.drawing import ink

SCALE_STEPS: Final = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
BAR_WIDTH: Final = 220
FORM_INKS: Final = {"up": "moss", "down": "rowan", "level": "peat-soft"}
STRIP_INKS: Final = {
    "first": 'fill="var(--moss)"',
    "up": 'fill="var(--moss)" opacity=".6"',
    "even": 'fill="var(--slate)"',
    "down": 'fill="var(--rowan)" opacity=".6"',
    "last": 'fill="var(--rowan)"',
    "bye": 'fill="var(--rule)"',
}
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
    return (
        f'<svg class="form" viewBox="0 0 {width} 16" width="{width}" height="16" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f'<path class="form-base" stroke="var(--rule)" d="M0 8H{width}"/>{paths}</svg>'
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
            paths += f'<path {STRIP_INKS[kind]} d="M{bar}"><title>{escape(words)}</title></path>'
        else:
            alike[kind] = f"{alike.get(kind, '')}M{9 * at} {16 - height}h8v{height}h-8"
    for kind, path in alike.items():
        paths += f'<path {STRIP_INKS[kind]} d="{path}"/>'
    return f'<svg class="strip" width="{9 * rounds - 1}" height="16" role="img" aria-label="{title}">{paths}</svg>'


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


BUMP_ROW: Final = 28
BUMP_TOP: Final = 30
BUMP_FOOT: Final = 10
BUMP_LEFT: Final = 34
LETTER_WIDTH: Final = 7.4
"""Pixels that a letter of a name takes."""
BUMP_INKS: Final = {1: "moss", 2: "loch", 3: "whin"}
ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


class BumpLine(NamedTuple):
    """A player's places from the first round shown to the last."""

    name: str
    places: tuple[int, ...]
    is_own: bool = False


def bump_chart(lines: Sequence[BumpLine], rounds: Sequence[int], *, title: str, width: int) -> str:
    """Return the chart; `lines` are in the order of their last places, which are counted among them."""
    longest = max(len(line.name) for line in lines)
    right = width - min(LETTER_WIDTH * longest + 44, width * 0.5)
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


COLUMN_WIDTH: Final = 46
SCHEDULE_ROW: Final = 30
BOX_HEIGHT: Final = 22  # the height of a table's box
HEAD_HEIGHT: Final = 24
LINE_HEIGHT: Final = 20
MOST_TABLES: Final = 12
SEAT_STEP: Final = 7  # from one seat to the next
NAME_TEXT: Final = 'font-size="14" fill="var(--peat)"'
SMALL_TEXT: Final = 'font-size="12" fill="var(--peat-soft)"'


class ScheduledRound(NamedTuple):
    """One round: its name, the sizes of its tables, how many have none, and when it begins, if that is known."""

    name: str
    sizes: Sequence[int]
    without: int = 0
    begins: str = ""


def schedule(rounds: Sequence[ScheduledRound], *, title: str) -> str:
    """Return the drawing; of a round with many tables the last row says how many more there are."""
    rows = min(max((len(each.sizes) for each in rounds), default=0), MOST_TABLES)
    has_more = any(len(each.sizes) > MOST_TABLES for each in rounds)
    has_byes, has_times = any(each.without for each in rounds), any(each.begins for each in rounds)
    height = HEAD_HEIGHT + rows * SCHEDULE_ROW + LINE_HEIGHT * (has_more + has_byes + has_times)
    width = max(len(rounds), 1) * COLUMN_WIDTH
    columns = "".join(_round_column(at * COLUMN_WIDTH, each, rows, has_more) for at, each in enumerate(rounds))
    times = "".join(_text(at * COLUMN_WIDTH, height - 5, each.begins, SMALL_TEXT) for at, each in enumerate(rounds))
    return (
        f'<svg class="schedule" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' preserveAspectRatio="xMinYMin" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>{columns}{times if has_times else ""}</svg>'
    )


def _round_column(x: int, each: ScheduledRound, rows: int, has_more: bool) -> str:
    boxes = "".join(
        _table_box(x, HEAD_HEIGHT + at * SCHEDULE_ROW, size) for at, size in enumerate(each.sizes[:MOST_TABLES])
    )
    left, y = len(each.sizes) - MOST_TABLES, HEAD_HEIGHT + rows * SCHEDULE_ROW + 13
    more = _text(x, y, f"+{left}", SMALL_TEXT) if left > 0 else ""
    byes = _byes(x, y + LINE_HEIGHT * has_more - 4, each.without)
    return f"{_text(x, 15, each.name, NAME_TEXT)}{boxes}{more}{byes}"


def _table_box(x: int, y: int, size: int) -> str:
    start = x + COLUMN_WIDTH / 2 - (size - 1) * SEAT_STEP / 2
    dots = "".join(
        f'<circle cx="{start + at * SEAT_STEP:g}" cy="{y + BOX_HEIGHT / 2:g}" r="2.4"/>' for at in range(size)
    )
    paper = 'fill="var(--bone-deep)" stroke="var(--peat-soft)"'
    box = f'<rect {paper} x="{x + 2}" y="{y}" width="{COLUMN_WIDTH - 4}" height="{BOX_HEIGHT}" rx="2"/>'
    return f'{box}<g fill="var(--loch)">{dots}</g>'


def _byes(x: int, y: int, without: int) -> str:
    """A ring for each who has no table, five at most."""
    shown = min(without, 5)
    start = x + COLUMN_WIDTH / 2 - (shown - 1) * SEAT_STEP / 2
    rings = "".join(f'<circle cx="{start + at * SEAT_STEP:g}" cy="{y}" r="2.4"/>' for at in range(shown))
    return f'<g fill="none" stroke="var(--peat-soft)">{rings}</g>' if rings else ""


def _text(x: int, y: int, words: str, look: str) -> str:
    return f'<text {look} x="{x + COLUMN_WIDTH / 2:g}" y="{y}" text-anchor="middle">{escape(words)}</text>'


class Deadline(NamedTuple):
    """The last day of a round, and the day of its reminder, if there is one."""

    round: int
    day: date
    reminder: date | None


def deadline_line(deadlines: Sequence[Deadline], *, ends: tuple[str, str], title: str) -> str:
    """Return deadlines and reminders on a line as wide as there is room; `ends` name the first and last day."""
    start = min(deadline.reminder or deadline.day for deadline in deadlines).toordinal()
    end = deadlines[-1].day.toordinal()
    step = 84 / max(end - start, 1)

    def x(day: date) -> str:
        return f"{8 + (day.toordinal() - start) * step:.1f}%"

    def text(day: date, y: int, words: str) -> str:
        return f'<text x="{x(day)}" y="{y}" text-anchor="middle">{escape(words)}</text>'

    reminded = [deadline.reminder for deadline in deadlines if deadline.reminder]
    reminders = "".join(f'<circle cx="{x(day)}" cy="34" r="3"/>' for day in reminded)
    dots = "".join(f'<circle cx="{x(deadline.day)}" cy="34" r="6"/>' for deadline in deadlines)
    every = 1 + len(deadlines) // 12  # their numbers do not touch on a phone
    names = "".join(text(deadline.day, 20, str(deadline.round)) for deadline in deadlines[::every])
    first_and_last = zip(deadlines[:: max(len(deadlines) - 1, 1)], ends, strict=False)
    labels = "".join(text(deadline.day, 60, words) for deadline, words in first_and_last)
    return (
        f'<svg width="100%" height="70" role="img" aria-label="{escape(title)}">'
        '<path stroke="var(--rule)" d="M0 34H2000"/>'
        f'<g fill="var(--bone)" stroke="var(--peat-soft)">{reminders}</g><g fill="var(--loch)">{dots}</g>'
        f'<g font-size="15" fill="var(--peat)">{names}</g><g font-size="15" fill="var(--peat-soft)">{labels}</g></svg>'
    )
