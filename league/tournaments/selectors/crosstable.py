"""Everybody against everybody, as bulletins print it; for large fields round by round."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.rules.points import POINT, as_text
from league.rules.scores import Meeting, Turn
from league.rules.standings import Cell, Row
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.wording import place_of, points

LARGEST_MATRIX = 40
ROUNDS_SHOWN = 21
"""A table of rounds shows so many of the latest."""

LOSS, WIN, FREE = "\N{MINUS SIGN}", "+", "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class CellOnBoard:
    """One square: its text, its kind (won, drawn, lost, live, none, self), and the last meeting behind it."""

    text: str
    kind: str
    href: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """An entry and its squares."""

    place: int
    entrant: Entrant
    points: str
    cells: tuple[CellOnBoard, ...]


@dataclass(frozen=True, slots=True)
class CrosstableOnBoard:
    """A matrix, or (`rounds` not empty) one column a round with the opponents' places."""

    rows: tuple[CrosstableRow, ...]
    rounds: tuple[int, ...]
    is_of_tables: bool


def crosstable_page(event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> CrosstableOnBoard:
    """The crosstable of the event as it stands."""
    base = reverse("tournaments:rounds", args=[event.public_id, event.slug])
    of_tables = sheet.format.table_sizes(event.format_options)[1] > 2
    if len(sheet.rows) > LARGEST_MATRIX:
        shown = tuple(sorted(sheet.rounds)[-ROUNDS_SHOWN:])
        places = {row.entry: row.place for row in sheet.rows}
        rows = tuple(_row(row, entrants, _by_round(row, shown, places, base)) for row in sheet.rows)
        return CrosstableOnBoard(rows, shown, of_tables)
    on_board = _on_board(sheet)
    rows = tuple(_row(row, entrants, _squares(sheet, row, base, on_board, of_tables)) for row in sheet.rows)
    return CrosstableOnBoard(rows, (), of_tables)


def _row(row: Row, entrants: Mapping[int, Entrant], cells: tuple[CellOnBoard, ...]) -> CrosstableRow:
    return CrosstableRow(row.place, entrants[row.entry], points(row.points), cells)


def _squares(
    sheet: Sheet, row: Row, base: str, on_board: frozenset[tuple[int, int]], of_tables: bool
) -> tuple[CellOnBoard, ...]:
    met = sheet.crosstable[row.entry]
    write = _meetings_of_tables if of_tables else _games
    return tuple(
        CellOnBoard("", "self")
        if other.entry == row.entry
        else _square(met.get(other.entry), (row.entry, other.entry) in on_board, base, write(met.get(other.entry)))
        for other in sheet.rows
    )


def _square(cell: Cell | None, is_on_board: bool, base: str, text: str) -> CellOnBoard:
    if cell is None:
        return CellOnBoard("…", "live", words=_("on the board")) if is_on_board else CellOnBoard("", "none")
    last = cell.meetings[-1]
    words = _("Round %(round)d, table %(table)d") % {"round": last.round, "table": last.table}
    return CellOnBoard(text, _kind(cell.halves, cell.games), _address(base, last.round, last.table), words)


def _games(cell: Cell | None) -> str:
    """The meetings of two, one figure each: 1 ½ 0; for several legs their sum; a sign for a forfeit."""
    return " ".join(_score(meeting) for meeting in cell.meetings) if cell else ""


def _score(meeting: Meeting) -> str:
    if meeting.forfeited:
        return WIN if meeting.halves else LOSS
    return _halves(meeting.halves)


def _meetings_of_tables(cell: Cell | None) -> str:
    """How often one came out ahead of the other, over the games they shared a table."""
    return f"{_halves(cell.halves)}/{cell.games}" if cell else ""


def _halves(halves: int) -> str:
    return as_text(halves * POINT // 2)


def _kind(halves: int, games: int) -> str:
    if halves == games:
        return "drawn"
    return "won" if halves > games else "lost"


def _address(base: str, number: int, table: int) -> str:
    return f"{base}{number}/#table-{table}"


def _on_board(sheet: Sheet) -> frozenset[tuple[int, int]]:
    """Pairs that sit at a table which is not decided."""
    open_pairings = [pairing for pairing in sheet.history.pairings if not pairing.decided]
    return frozenset((one, other) for pairing in open_pairings for one in pairing.seats for other in pairing.seats)


def _by_round(row: Row, shown: tuple[int, ...], places: Mapping[int, int], base: str) -> tuple[CellOnBoard, ...]:
    turns = {turn.round: turn for turn in row.rounds}
    return tuple(_turn(turns.get(number), places, base) for number in shown)


def _turn(turn: Turn | None, places: Mapping[int, int], base: str) -> CellOnBoard:
    if turn is None:
        return CellOnBoard("", "none")
    if turn.bye is not None:
        return CellOnBoard(FREE, "none", words=_("free"))
    opponents = " ".join(place_of(places[meeting.opponent]) for meeting in turn.meetings)
    halves, games = sum(m.halves for m in turn.meetings), sum(m.games for m in turn.meetings)
    text = _("%(points)s against %(opponents)s") % {"points": points(turn.units), "opponents": opponents}
    return CellOnBoard(opponents, _kind(halves, games), _address(base, turn.round, turn.table), text)
