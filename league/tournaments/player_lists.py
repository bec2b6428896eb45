"""A list of players as people have it: from a spreadsheet, or one name a line. Read here, looked up elsewhere.

Comma, semicolon or tab; UTF-8 or Latin-1; with a head or without. Without one a cell is known by its look: what has
an @ is a mail address, the first number is the seed, the second a table, and "guest" says so.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.tournaments.errors import EntryRefused

MOST_BYTES: Final = 64_000
MOST_LINES: Final = 400
LONGEST_CELL: Final = 120

_HEADS: Final = {
    "name": {"name", "player", "players", "full name"},
    "first": {"first name", "first", "forename", "given name"},
    "last": {"last name", "last", "surname", "family name"},
    "mail": {"mail", "email", "e-mail", "mail address", "e-mail address", "email address"},
    "seed": {"seed", "no", "no.", "nr", "number", "#"},
    "rating": {"rating", "elo", "strength"},
    "table": {"table", "fixed table"},
    "guest": {"guest", "visitor"},
    "club": {"club", "team"},
}
_YES: Final = {"guest", "visitor", "yes", "y", "x", "true", "1", "✓"}
_NO: Final = {"", "no", "n", "false", "0", "-", "member"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list, counted from 1 as an editor counts; `fault` says why it is not understood."""

    number: int
    name: str = ""
    mail: str = ""
    seed: int | None = None
    rating: int | None = None
    table: int | None = None
    guest: bool = False
    fault: str = ""
    club: str = ""
    """Whom they travel with, as the organiser writes it; it need not be a club of this place."""


def text_of(sent: bytes) -> str:
    """The text of a file; raises `EntryRefused` for one that is too large, or no text."""
    if len(sent) > MOST_BYTES:
        raise EntryRefused(_("This file is larger than any list of players; send the names alone."), field="file")
    if b"\0" in sent:
        raise EntryRefused(_("This file is no text. Save the list as CSV, and send that."), field="file")
    try:
        return sent.decode("utf-8-sig")
    except UnicodeDecodeError:
        return sent.decode("cp1252", errors="replace")


def lines_of(text: str) -> list[Line]:
    """The lines that say something, in order. Raises `EntryRefused` for none, too many, or a text that is too long."""
    if len(text.encode()) > MOST_BYTES:
        raise EntryRefused(_("This is longer than any list of players; send the names alone."), field="text")
    rows = list(_rows(text))
    heads = _heads(rows[0][1]) if rows else None
    rows = rows[1:] if heads else rows
    if not rows:
        raise EntryRefused(_("There is nobody in this list; write one player a line."), field="text")
    if len(rows) > MOST_LINES:
        raise EntryRefused(_("Send at most %(most)d players at once.") % {"most": MOST_LINES}, field="text")
    return [_line(number, cells, heads) for number, cells in rows]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    tidy = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    reader = csv.reader(tidy.split("\n"), delimiter=_delimiter(tidy), skipinitialspace=True)
    try:
        for cells in reader:
            stripped = [" ".join(cell.split()) for cell in cells]
            if any(stripped):
                yield reader.line_num, stripped
    except csv.Error as error:
        raise EntryRefused(
            _("Line %(line)d cannot be read; perhaps a quotation mark is missing.") % {"line": reader.line_num},
            field="text",
        ) from error


def _delimiter(text: str) -> str:
    """The one that stands most often in the first line that says something."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return max("\t;,", key=lambda mark: (first.count(mark), mark == "\t"))


def _heads(cells: Sequence[str]) -> list[str] | None:
    """What each column is, where the first line is a head: every cell of it known, and a name among them."""
    known = [next((head for head, words in _HEADS.items() if cell.casefold() in words), "") for cell in cells]
    named = {"name", "first", "last"} & set(known)
    return known if named and all(head or not cell for head, cell in zip(known, cells, strict=True)) else None


def _line(number: int, cells: Sequence[str], heads: Sequence[str] | None) -> Line:
    if any(len(cell) > LONGEST_CELL for cell in cells):
        return Line(number, name=cells[0][:40], fault=_("A cell of this line is too long."))
    if heads is None:
        return _by_look(number, cells)
    return _by_head(number, cells, heads)


def _by_head(number: int, cells: Sequence[str], heads: Sequence[str]) -> Line:
    said = {head: cell for head, cell in zip(heads, cells, strict=False) if head and cell}
    name = said.get("name") or " ".join(filter(None, (said.get("first"), said.get("last"))))
    if len(cells) > len(heads) and any(cells[len(heads) :]):
        return Line(number, name=name, fault=_("It has more cells than the head."))
    if not name and "mail" not in said:
        return Line(number, fault=_("It has no name."))
    guest = said.get("guest", "").casefold()
    figures = {head: _number(said[head]) for head in ("seed", "rating", "table") if head in said}
    wrong = next((said[head] for head, figure in figures.items() if figure is None), None)
    if wrong is not None or guest not in _YES | _NO:
        return Line(number, name=name, fault=_("“%(cell)s” is not understood.") % {"cell": wrong or said["guest"]})
    seed, rating, table = (figures.get(head) for head in ("seed", "rating", "table"))
    mail, club = said.get("mail", ""), said.get("club", "")
    return Line(number, name, mail, seed, rating, table, guest in _YES, club=club)


def _by_look(number: int, cells: Sequence[str]) -> Line:
    name = mail = ""
    counted: list[int] = []
    guest = False
    for cell in filter(None, cells):
        figure = _number(cell)
        if "@" in cell and not mail:
            mail = cell
        elif figure is not None and len(counted) < 2:
            counted.append(figure)
        elif not name and figure is None:
            name = cell
        elif cell.casefold() in _YES:
            guest = True
        else:
            return Line(number, name=name, fault=_("“%(cell)s” is not understood; a head helps.") % {"cell": cell})
    if not name and not mail:
        return Line(number, fault=_("It has no name."))
    seed, table = (*counted, None, None)[:2]
    return Line(number, name, mail, seed=seed, table=table, guest=guest)


def _number(cell: str) -> int | None:
    """A whole number as sheets write it, up to 9999; what stands behind a point is dropped."""
    found = re.fullmatch(r"([0-9]{1,4})(?:[.,][0-9]{0,3})?", cell)
    return int(found[1]) if found else None
