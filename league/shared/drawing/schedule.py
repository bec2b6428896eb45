"""The rounds of a tournament as a drawing: a column for each round, a box for each table, a dot for each seat."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

COLUMN: Final = 46
ROW: Final = 30
BOX: Final = 22  # the height of a table's box
HEAD: Final = 24
LINE: Final = 20
MOST_TABLES: Final = 12
DOT: Final = 7  # from one seat to the next


class RoundDrawn(NamedTuple):
    """One round: its name, the sizes of its tables, how many have none, and when it begins, if that is known."""

    name: str
    sizes: Sequence[int]
    without: int = 0
    begins: str = ""


def schedule(rounds: Sequence[RoundDrawn], *, title: str) -> str:
    """Return the drawing; of a round with many tables the last row says how many more there are."""
    rows = min(max((len(one.sizes) for one in rounds), default=0), MOST_TABLES)
    has_more = any(len(one.sizes) > MOST_TABLES for one in rounds)
    has_byes, has_times = any(one.without for one in rounds), any(one.begins for one in rounds)
    height = HEAD + rows * ROW + LINE * (has_more + has_byes + has_times)
    width = max(len(rounds), 1) * COLUMN
    columns = "".join(_column(at * COLUMN, one, rows, has_more) for at, one in enumerate(rounds))
    times = "".join(_text(at * COLUMN, height - 5, one.begins, "time") for at, one in enumerate(rounds))
    return (
        f'<svg class="schedule" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' preserveAspectRatio="xMinYMin" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>{columns}{times if has_times else ""}</svg>'
    )


def _column(x: int, one: RoundDrawn, rows: int, has_more: bool) -> str:
    boxes = "".join(_box(x, HEAD + at * ROW, size) for at, size in enumerate(one.sizes[:MOST_TABLES]))
    left, y = len(one.sizes) - MOST_TABLES, HEAD + rows * ROW + 13
    more = _text(x, y, f"+{left}", "time") if left > 0 else ""
    byes = _byes(x, y + LINE * has_more - 4, one.without)
    return f"{_text(x, 15, one.name, 'round')}{boxes}{more}{byes}"


def _box(x: int, y: int, size: int) -> str:
    start = x + COLUMN / 2 - (size - 1) * DOT / 2
    dots = "".join(f'<circle cx="{start + at * DOT:g}" cy="{y + BOX / 2:g}" r="2.4"/>' for at in range(size))
    return f'<rect x="{x + 2}" y="{y}" width="{COLUMN - 4}" height="{BOX}" rx="2"/>{dots}'


def _byes(x: int, y: int, without: int) -> str:
    """A ring for each who has no table, five at most."""
    shown = min(without, 5)
    start = x + COLUMN / 2 - (shown - 1) * DOT / 2
    return "".join(f'<circle class="bye" cx="{start + at * DOT:g}" cy="{y}" r="2.4"/>' for at in range(shown))


def _text(x: int, y: int, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x + COLUMN / 2:g}" y="{y}" text-anchor="middle">{escape(words)}</text>'
