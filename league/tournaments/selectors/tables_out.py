"""What an event shows, as rows for a spreadsheet or a program: the same figures and names as on its pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
from league.rules.formats.format import Pairing
from league.rules.points import POINT
from league.rules.standings import Row as Standing
from league.rules.tiebreaks.tiebreak import TieBreak
from league.tournaments.models import Tournament
from league.tournaments.selectors.crosstable import CellOnBoard, crosstable_by_rounds
from league.tournaments.selectors.entrants import Entrant, entrants_of
from league.tournaments.selectors.sheet import Sheet, sheet_of
from league.tournaments.selectors.standings import came_to, shown_place

Cell = str | int | float
Row = tuple[Cell, ...]
_HARMFUL = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class TableOut:
    """Columns by name and in words, and the rows."""

    names: tuple[str, ...]
    """What programs call the columns, in every language the same."""
    words: tuple[str, ...]
    rows: tuple[Row, ...]


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula: such words get an apostrophe; numbers stay numbers."""
    if isinstance(cell, str) and (cell.startswith(_HARMFUL) or cell.lstrip().startswith(_HARMFUL)):
        return f"'{cell}"
    return cell


def table_out(event: Tournament, kind: str, asker: Asker) -> TableOut:
    """The table of that kind as the asker may read it; raises KeyError for a kind there is not."""
    make = KINDS[kind]
    return make(event, sheet_of(event), entrants_of(event, asker))


def _players(_event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> TableOut:
    joined = {entry.id: entry for entry in sheet.history.entries}
    rows = tuple(
        (one.number, one.name, joined[one.number].joined, joined[one.number].left or "") for one in entrants.values()
    )
    words = (_("Number"), _("Player"), _("From round"), _("Leaves before round"))
    return TableOut(("number", "player", "from_round", "gone_from_round"), words, rows)


def _standings(_event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> TableOut:
    tiebreaks = sheet.tiebreaks
    if sheet.scores.reached:
        return TableOut(
            ("place", "player", "reached", "played"),
            (_("Place"), _("Player"), _("Reached"), _("Played")),
            tuple(
                (shown_place(sheet, row), entrants[row.entry].name, came_to(sheet, row), row.played)
                for row in sheet.rows
            ),
        )
    names = ("place", "player", "points", "played", *(one.slug for one in tiebreaks))
    words = (_("Place"), _("Player"), _("Points"), _("Played"), *(_(one.name) for one in tiebreaks))
    return TableOut(names, words, tuple(_standing(row, tiebreaks, entrants) for row in sheet.rows))


def _standing(row: Standing, tiebreaks: Sequence[TieBreak], entrants: Mapping[int, Entrant]) -> Row:
    figures = (value / one.scale for one, value in zip(tiebreaks, row.tiebreaks, strict=True))
    return (row.place or "", entrants[row.entry].name, row.points / POINT, row.played, *figures)


def _pairings(_event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> TableOut:
    words = (_("Round"), _("Table"), _("Seat"), _("Player"), _("Bye"))
    return TableOut(("round", "table", "seat", "player", "bye"), words, tuple(_seated(sheet, entrants)))


def _seated(sheet: Sheet, entrants: Mapping[int, Entrant]) -> Iterator[Row]:
    for pairing in sheet.history.pairings:
        for seat, entry in enumerate(pairing.seats, start=1):
            yield (pairing.round, pairing.table, seat, entrants[entry].name, pairing.bye or "")


def _results(_event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> TableOut:
    names = ("round", "table", "game", "seat", "player", "points", "place", "how")
    words = (_("Round"), _("Table"), _("Game"), _("Seat"), _("Player"), _("Points"), _("Place"), _("How"))
    return TableOut(
        names, words, tuple(row for pairing in sheet.history.pairings for row in _decided(pairing, entrants))
    )


def _decided(pairing: Pairing, entrants: Mapping[int, Entrant]) -> Iterator[Row]:
    for leg in pairing.results:
        for at, entry in enumerate(leg.seats):
            points = leg.points[at] if leg.points else ""
            seat = (pairing.round, pairing.table, leg.number, at + 1)
            yield (*seat, entrants[entry].name, points, leg.places[at], str(leg.how))


def _crosstable(event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> TableOut:
    """A line a player, a column a round, in every format; as text, for the figures are read by people."""
    shown = crosstable_by_rounds(event, sheet, entrants)
    names = ("number", "place", "player", "points", *(f"round_{number}" for number in shown.rounds))
    rounds = (_("Round %(round)d") % {"round": number} for number in shown.rounds)
    words = (_("No."), _("Place"), _("Player"), _("Points"), *rounds)
    paid = {row.entry: row.points / POINT for row in sheet.rows}
    rows = (
        (row.number, row.place or "", row.entrant.name, paid[row.entrant.number], *map(_square, row.cells))
        for row in shown.rows
    )
    return TableOut(names, words, tuple(rows))


def _square(cell: CellOnBoard) -> str:
    return f"{cell.place}: {cell.text}" if cell.place else cell.text


KINDS: Mapping[str, Callable[[Tournament, Sheet, Mapping[int, Entrant]], TableOut]] = {
    "players": _players,
    "standings": _standings,
    "pairings": _pairings,
    "results": _results,
    "crosstable": _crosstable,
}
