"""The cells of a list of people, from a spreadsheet or from plain lines."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

LONGEST_CELL: Final = 254


_INVISIBLE: Final = dict.fromkeys(
    map(ord, "\0\u200b\u2060\ufeff\xad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


_SEPARATOR_LINE: Final = re.compile(r"\s*\"?sep=([,;\t|])\"?\s*", re.IGNORECASE)


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, each with its number and its cells."""
    tidy = text.replace("\r\n", "\n").replace("\r", "\n")
    layout = _layout(tidy.translate(_INVISIBLE))
    for number, cells in _cells(layout):
        plain = [" ".join(cell.split()) for cell in cells]
        if any(plain):
            yield number + layout.skipped, plain


class _Layout(NamedTuple):
    """A list: how many lines are skipped before it, what separates its cells ("" for nothing), and its text."""

    skipped: int
    separator: str
    text: str


def _layout(text: str) -> _Layout:
    first, _newline, rest = text.partition("\n")
    if match := _SEPARATOR_LINE.fullmatch(first):  # written by Excel
        return _Layout(1, match[1], rest)
    return _Layout(0, _most_frequent(next((line for line in text.split("\n") if line.strip()), "")), text)


def _most_frequent(line: str) -> str:
    """Return the separator that is most frequent in a line, outside quotation marks; "" without one."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    separator = max("\t;,", key=lambda character: (unquoted.count(character), character == "\t"))
    return separator if separator in unquoted else ""


def _cells(layout: _Layout) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line. Where quotation marks do not match, each line is read for itself."""
    try:
        rows = list(_quoted(layout.text, layout.separator)) if layout.separator else []
    except csv.Error:
        rows = []
    if rows:
        yield from rows
        return
    for number, line in enumerate(layout.text.split("\n"), start=1):
        yield number, _alone(line, layout.separator)


def _quoted(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    number = 1
    for cells in reader:
        yield number, cells
        number = reader.line_num + 1


def _alone(line: str, separator: str) -> list[str]:
    """Return the cells of one line for itself. In a list without separators a line with an address may have its own."""
    separator = separator or (_most_frequent(line) if "@" in line else "")
    if line.count('"') % 2 or len(line) > LONGEST_CELL * 10:
        return line.split(separator) if separator else [line]
    return next(csv.reader([line], delimiter=separator or "\t", skipinitialspace=True), [])
