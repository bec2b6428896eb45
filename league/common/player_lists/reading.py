"""The lines of a list of people: from a spreadsheet with a header row or without, or one name a line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from league.common.errors import ListRefused
from league.common.player_lists.cells import LONGEST_CELL, rows_of
from league.common.player_lists.encodings import MOST_BYTES
from league.common.player_lists.headers import columns_of

_YES: Final = "guest; visitor; yes; y; x; true; 1; ✓; convidado; convidada; visitante; sim; s; ja; j; gast; oui; si; sí"
_NO: Final = "no; n; false; 0; -; member; não; nao; membro; nein; mitglied; non; nej; nie"
YES: Final = frozenset(_YES.split("; "))
NO: Final = frozenset(_NO.split("; "))
LONGEST_NUMBER: Final = 20
MOST_NUMBERED: Final = 10  # lines in a sentence
_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"@]*")
_SLIPS: Final = (  # in addresses; "Begg, Una" is none
    r"\S@",
    r"@\S*\.\S",
    r"<",
    r"[,;(\[]\s*[a-z0-9+]+(?:[._-][a-z0-9]+)+[)\]]?$",  # an address without its @ after a name
    r"^[a-z0-9._-]+\.(?:com|net|org|au|br|uk)$",  # an address without its @ alone
)
_NUMBERED: Final = re.compile(r"([0-9]{1,4})[.)]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list, counted from 1 as an editor counts; `fault` says why it is not understood."""

    number: int
    name: str = ""
    mail: str = ""
    seed: int | None = None
    rating: int | None = None
    table: int | None = None
    is_guest: bool = False
    fault: str = ""
    club: str = ""  # whom they travel with, as the organiser writes it; it need not be a club of this site
    member_number: str = ""  # as written; for tournaments it is also the seed, if there is no other


@dataclass(frozen=True, slots=True)
class PeopleList:
    """The lines in order, the columns that were found by a header, and the headers of those that are not used."""

    lines: tuple[Line, ...]
    columns: frozenset[str] = frozenset()
    unused: tuple[str, ...] = ()


def numbers_of(lines: Sequence[Line]) -> str:
    """Return the numbers of the lines for a sentence: 7, 13. Of many only the first ten."""
    numbers = ", ".join(str(line.number) for line in lines[:MOST_NUMBERED])
    return f"{numbers}, …" if len(lines) > MOST_NUMBERED else numbers


def list_of(text: str, max_lines: int) -> PeopleList:
    """Return the lines that are not empty. Raise `ListRefused` for none, more than `max_lines`, or too long a text."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise ListRefused(
            _("The list is larger than %(most)d kB. Remove columns that you do not need, or send two lists.")
            % {"most": MOST_BYTES // 1000},
            field="text",
        )
    rows = list(rows_of(text))
    columns = columns_of(rows[0][1]) if rows else None
    body = rows[1:] if columns else rows
    if not body:
        raise ListRefused(_("The list has no players. Write one player on each line."), field="text")
    if len(body) > max_lines:
        words = {"lines": len(body), "most": max_lines}
        raise ListRefused(_("The list has %(lines)d lines. Send at most %(most)d at once.") % words, field="text")
    lines = [_line(number, cells, columns) for number, cells in body]
    if columns is None:
        return PeopleList(tuple(_without_numbers(lines)))
    unused = [cell for cell, column in zip(rows[0][1], columns, strict=True) if cell and not column]
    return PeopleList(tuple(lines), frozenset(filter(None, columns)), tuple(unused))


def _line(number: int, cells: Sequence[str], columns: Sequence[str] | None) -> Line:
    if any(len(cell) > LONGEST_CELL for cell in cells):
        return Line(number, name=cells[0][:40], fault=_("A cell in this line is too long. Shorten it."))
    line = _without_header(number, cells) if columns is None else _with_header(number, cells, columns)
    if not line.fault and any(re.search(slip, line.name) for slip in _SLIPS):
        fault = _("“%(cell)s” looks like a mistyped e-mail address. Correct it, or remove it.")
        return replace(line, fault=fault % {"cell": re.split(r"[,;(\[<]", line.name)[-1].strip(" >)]")[:80]})
    return line


def _with_header(number: int, cells: Sequence[str], columns: Sequence[str]) -> Line:
    found = {column: cell for column, cell in reversed(list(zip(columns, cells, strict=False))) if column and cell}
    name, mail = _name_and_mail_of_line(found)
    if any(cells[len(columns) :]):
        return Line(number, name=name, fault=_("This line has more cells than the header. Remove the extra cells."))
    if not name and not mail:
        return Line(number, fault=_("This line has no name. Add one."))
    figures: dict[str, int | None] = {
        column: _whole_number(found[column], column) for column in ("seed", "rating", "table") if column in found
    }
    member_number = _member_number(found.get("number", ""))
    if fault := _fault_in(found, figures, member_number):
        return Line(number, name=name, fault=fault)
    seed = figures.get("seed")
    return Line(
        number,
        name=name,
        mail=mail,
        seed=_whole_number(member_number) if seed is None else seed,
        rating=figures.get("rating"),
        table=figures.get("table"),
        is_guest=found.get("guest", "").casefold() in YES,
        club=found.get("club", ""),
        member_number=member_number,
    )


def _name_and_mail_of_line(found: Mapping[str, str]) -> tuple[str, str]:
    """Return name and address of a line; either may be in the column of the other."""
    name = found.get("name") or " ".join(filter(None, (found.get("first"), found.get("last"))))
    written, mail = _name_and_mail(found.get("mail", ""))
    if not mail:
        name, mail = _name_and_mail(name)
        mail = mail or written  # which is no address, and refused later
    if not name and written != mail:
        name = written  # of "Una Begg <una@example.org>" in the column of addresses
    return name, mail


def _member_number(cell: str) -> str:
    """Return the number as written, without the decimals that a spreadsheet adds."""
    match = re.fullmatch(r"([0-9]+)[.,]0{0,3}", cell)
    return match[1] if match else cell


def _fault_in(found: Mapping[str, str], figures: Mapping[str, int | None], member_number: str) -> str:
    """Return a sentence about the first cell that is not understood; "" if all are."""
    if wrong := next((column for column, figure in figures.items() if figure is None), None):
        sentence = _("“%(cell)s” is not a whole number from 0 to 9999. Correct it, or leave the cell empty.")
        return sentence % {"cell": found[wrong]}
    guest = found.get("guest", "")
    if guest and guest.casefold() not in YES | NO:
        return _("“%(cell)s” is not a valid entry in the guest column. Write yes or no.") % {"cell": guest}
    if len(member_number) > LONGEST_NUMBER:
        sentence = _("The member number “%(cell)s” is too long. Write at most %(most)d characters.")
        return sentence % {"cell": member_number, "most": LONGEST_NUMBER}
    return ""


def _without_header(number: int, cells: Sequence[str]) -> Line:
    name = mail = ""
    numbers: list[int] = []
    is_guest = False
    for cell in filter(None, cells):
        number_in_cell = _whole_number(cell)
        name_beside, address = _name_and_mail(cell)
        if address and not mail and not (name and name_beside):
            name, mail = name or name_beside, address
        elif number_in_cell is not None and len(numbers) < 2:
            numbers.append(number_in_cell)
        elif not name and number_in_cell is None:
            name = cell
        elif cell.casefold() in YES:
            is_guest = True
        else:
            fault = _(
                "“%(cell)s” is not an e-mail address or a number. Correct it, or name the columns in the first "
                "line, for example: Name; E-mail."
            )
            return Line(number, name=name, fault=fault % {"cell": cell})
    if not name and not mail:
        return Line(number, fault=_("This line has no name. Add one."))
    seed = numbers[0] if numbers else None
    table = numbers[1] if len(numbers) > 1 else None
    member_number = "" if seed is None else str(seed)
    return Line(number, name=name, mail=mail, seed=seed, table=table, is_guest=is_guest, member_number=member_number)


def _name_and_mail(cell: str) -> tuple[str, str]:
    """Return name and address of a cell like "Una Begg <una@example.org>"; without an address all is the name."""
    match = _ADDRESS.search(cell) if cell.count("@") == 1 else None
    if match is None or cell[match.end() :].strip(" >)]"):
        return cell, ""
    name = cell[: match.start()].removesuffix("mailto:").rstrip(" <([,;:")
    return name.strip(" \"'"), match[0]


def _without_numbers(lines: list[Line]) -> list[Line]:
    """Return the lines; if each begins with its number, as "1. Una Begg", the number becomes the seed.

    It counts the lines, so it is no member number, unlike a number in a cell of its own.
    """
    matches = [_NUMBERED.fullmatch(line.name) for line in lines]
    if not all(matches):
        return lines
    return [
        replace(line, name=match[2], seed=int(match[1]) if line.seed is None else line.seed)
        for line, match in zip(lines, matches, strict=True)
        if match is not None
    ]


def _whole_number(cell: str, column: str = "") -> int | None:
    """Return a whole number as sheets write it, up to 9999; None for others. Only zeros may follow the decimal point.

    A rating may have other decimals, which are dropped, or a separator of thousands: "1.520" is 1520.
    """
    if column == "rating" and (grouped := re.fullmatch(r"([0-9])[.,\s]([0-9]{3})", cell)):
        return int(grouped[1] + grouped[2])
    decimals = "[0-9]" if column == "rating" else "0"
    match = re.fullmatch(rf"([0-9]{{1,4}})(?:[.,]{decimals}{{0,3}})?", cell)
    return int(match[1]) if match else None
