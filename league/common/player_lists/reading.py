"""The lines of a list of people: from a spreadsheet with a header row or without, or one name a line."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from league.common.errors import ListRefused
from league.common.player_lists.encodings import MOST_BYTES

_YES: Final = "guest; visitor; yes; y; x; true; 1; ✓; convidado; convidada; visitante; sim; s; ja; j; gast; oui; si; sí"
_NO: Final = "no; n; false; 0; -; member; não; nao; membro; nein; mitglied; non; nej; nie"
YES: Final = frozenset(_YES.split("; "))
NO: Final = frozenset(_NO.split("; "))

LONGEST_NUMBER: Final = 20
MOST_NUMBERED: Final = 10  # lines in a sentence
_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"@]+@[^\s<>()\[\],;:\"@]*")
# Mistyped addresses: with an @ and more, with < >, an address without its @ after a separator, or alone.
_MISTYPED: Final = re.compile(  # "Begg, Una" is none
    r".*\S@.*|.*@\S*\.\S.*|.*<.*|.*[,;(\[]\s*[a-z0-9+]+(?:[._-][a-z0-9]+)+[)\]]?|[a-z0-9._-]+\.(?:com|net|org|au|br|uk)"
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
    if not line.fault and _MISTYPED.fullmatch(line.name):
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


_WORDS: Final = {
    "name": """name; full name; player; players; player name; member; member name; participant
        nome; nome completo; jogador; jogadora; jogadores; nome do jogador; membro; sócio; participante
        spieler; spielerin; spieler name; spielername; mitglied; teilnehmer; vollständiger name
        nom; nom complet; joueur; joueuse; nombre; nombre completo; jugador; jugadora; giocatore; nome e cognome
        naam; speler; imię i nazwisko; zawodnik; navn; namn; spiller; spelare""",
    "first": """first name; first names; first; forename; given name; christian name
        primeiro nome; prenome; nome próprio; vorname; prénom; nombre de pila; voornaam; imię; fornavn; förnamn""",
    "last": """last name; last; surname; family name; second name
        sobrenome; último nome; apelido; nome de família; nachname; familienname; nom de famille
        apellido; apellidos; cognome; achternaam; nazwisko; etternavn; efternavn; efternamn""",
    "mail": """mail; email; e mail; mail address; e mail address; email address; emails
        endereço de e mail; endereço de email; endereço eletrônico; correio eletrônico; correio electrónico
        e mail adresse; mailadresse; emailadresse; adresse e mail; courriel; correo; correo electrónico
        indirizzo e mail; e mailadres; adres e mail""",
    "seed": """seed; seeding; start number; starting number; rank; cabeça de chave; ordem; startnummer""",
    "number": """no; nr; number; num; #; member number; member no; membership number; membership no
        número; n; nº; núm; número de membro; número do sócio; número de sócio; nº de sócio; matrícula
        nummer; mitgliedsnummer; mitglied nr; numéro; numéro de membre; numero; número de socio
        lidnummer; ledenummer; numer; numer członkowski; medlemsnummer""",
    "rating": "rating; elo; strength; força; classificação; wertung; dwz; classement; puntuación",
    "table": "table; fixed table; board; mesa; mesa fixa; tabuleiro; tisch; table fixe; tavolo",
    "guest": "guest; guests; visitor; convidado; convidada; visitante; gast; invité; invitado; ospite",
    "club": """club; team; clube; equipe; equipa; time; verein; mannschaft; équipe; société; equipo; squadra
        klub; klubb; vereniging""",
}


def folded_header(cell: str) -> str:
    """Return a cell as headers are compared: small letters without accents, words with single spaces."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", cell) if not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() or one == "#" else " " for one in plain.casefold()).split())


_MEANING: Final = {
    folded_header(word): column
    for column, text in _WORDS.items()
    for line in text.splitlines()
    for word in line.split(";")
}


def columns_of(cells: Sequence[str]) -> list[str] | None:
    """Return what each column holds, "" for one that is not used; None where the line is no header.

    A header has a column of names, or nothing that is unknown; and no number or address.
    """
    columns = [_MEANING.get(folded_header(cell), "") if cell else "" for cell in cells]
    if not any(columns) or any("@" in cell or cell.isdecimal() for cell in cells):
        return None
    if not {"name", "first", "last"} & set(columns):
        is_known = all(column or not cell for column, cell in zip(columns, cells, strict=True))
        return columns if is_known and "mail" in columns else None
    return _with_both_names(columns)


def _with_both_names(columns: list[str]) -> list[str]:
    """Let "Name" be the other one beside a first or a last name: "Nome; Sobrenome", "Name; Vorname"."""
    if ("first" in columns) == ("last" in columns):
        return columns
    other = "last" if "first" in columns else "first"
    return [other if column == "name" else column for column in columns]
