"""The schedule of a tournament: the tables of each round, and deadlines on a line."""

from collections.abc import Sequence
from datetime import date
from html import escape
from typing import Final, NamedTuple

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
    """Return a ring for each player without a table, five at most."""
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
