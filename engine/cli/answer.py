"""What a command has to say: text for a person, facts for a program, and the exit status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.game import Json


@dataclass(frozen=True, slots=True)
class Answer:
    """Printed as `text`, or as `facts` in JSON."""

    text: str
    facts: Json
    status: int = 0


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows in columns as wide as they need to be; a column of figures (by its first row) stands to the right."""
    body = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in [list(head), *body]) for at in range(len(head))]
    right = [bool(body) and body[0][at][:1] in "0123456789-+.%" for at in range(len(head))]
    lines = [_line(row, widths, right) for row in [list(head), *body]]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    aligned = (
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    )
    return "  ".join(aligned).rstrip()
