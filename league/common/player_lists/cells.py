"""The cells of a list: lines of a spreadsheet, or of a text with separators or without."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Final

LONGEST_CELL: Final = 254
_INVISIBLE: Final = dict.fromkeys(
    map(ord, "\0\u200b\u2060\ufeff\xad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
_SEPARATOR_LINE: Final = re.compile(r"\s*\"?sep=([,;\t|])\"?\s*", re.IGNORECASE)


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, each with its number and its cells."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE)
    first, _newline, rest = text.partition("\n")
    if match := _SEPARATOR_LINE.fullmatch(first):  # written by Excel
        skipped, rows = 1, _cells(rest, match[1])
    else:
        skipped, rows = 0, _cells(text, _most_frequent(next(filter(str.strip, text.split("\n")), "")))
    for number, cells in rows:
        plain = [" ".join(cell.split()) for cell in cells]
        if any(plain):
            yield number + skipped, plain


def _most_frequent(line: str) -> str:
    """Return the separator that is most frequent in a line, outside quotation marks; "" without one."""
    unquoted = re.sub(r'"[^"]*"', "", line)
    separator = max("\t;,", key=lambda character: (unquoted.count(character), character == "\t"))
    return separator if separator in unquoted else ""


def _cells(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line. Where quotation marks do not match, each line is read for itself."""
    try:
        rows = list(_cells_of_table(text, separator)) if separator else []
    except csv.Error:
        rows = []
    if rows:
        yield from rows
        return
    for number, line in enumerate(text.split("\n"), start=1):
        yield number, _cells_of_line(line, separator)


def _cells_of_table(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    number = 1
    for cells in reader:
        yield number, cells
        number = reader.line_num + 1


def _cells_of_line(line: str, separator: str) -> list[str]:
    """Return the cells of one line for itself. In a list without separators a line with an address may have its own."""
    separator = separator or (_most_frequent(line) if "@" in line else "")
    if line.count('"') % 2 or len(line) > LONGEST_CELL * 10:
        return line.split(separator) if separator else [line]
    return next(csv.reader([line], delimiter=separator or "\t", skipinitialspace=True), [])
