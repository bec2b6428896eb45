"""Exports of a tournament: tables for spreadsheets and programs, and a report for pairing programs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from league.clubs.permissions import User
from league.competition.format import Bye
from league.competition.formats.swiss import initial_list, top_seed_begins
from league.competition.options import full_options
from league.competition.points import POINT
from league.competition.trf import Report, write_report
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Tournament
from league.tournaments.presenters.crosstable import CrosstableCell, crosstable_by_rounds
from league.tournaments.presenters.standings import results_in_words, shown_place
from league.tournaments.queries.entries import Entrants, entrants_of
from league.tournaments.queries.standings_cache import Sheet, ratings_at_start, sheet_of

Cell = str | int | float
Row = tuple[Cell, ...]
_HARMFUL = ("=", "+", "-", "@", "\t", "\r", "\n")
SWISS: Final = "swiss"
TRF_KINDS: Final = {SWISS: "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}


@dataclass(frozen=True, slots=True)
class ExportTable:
    """The rows, and the columns: their names for programs, and their translated headings."""

    columns: dict[str, str]
    rows: tuple[Row, ...]


def escape_formula(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet reads as a formula: such text gets an apostrophe; numbers do not change."""
    if isinstance(cell, str) and (cell.startswith(_HARMFUL) or cell.lstrip().startswith(_HARMFUL)):
        return f"'{cell}"
    return cell


def table_out(tournament: Tournament, kind: str, user: User) -> ExportTable:
    """Return the table of that kind for the user. Raise `KeyError` for an unknown kind."""
    make = KINDS[kind]
    return make(tournament, sheet_of(tournament), entrants_of(tournament, user))


def _players(_tournament: Tournament, sheet: Sheet, entrants: Entrants) -> ExportTable:
    joined = {entry.id: entry for entry in sheet.history.entries}
    rows = tuple(
        (row.number, row.name, joined[row.number].joined, joined[row.number].left or "") for row in entrants.values()
    )
    words = {
        "number": _("Number"),
        "player": _("Player"),
        "from_round": _("From round"),
        "gone_from_round": _("Leaves before round"),
    }
    return ExportTable(words, rows)


def _standings(_tournament: Tournament, sheet: Sheet, entrants: Entrants) -> ExportTable:
    tiebreaks = sheet.tiebreaks
    if sheet.scores.reached:
        reached = tuple(
            (shown_place(sheet, row), entrants[row.entry].name, results_in_words(sheet, row), row.played)
            for row in sheet.rows
        )
        words = {"place": _("Place"), "player": _("Player"), "reached": _("Reached"), "played": _("Played")}
        return ExportTable(words, reached)
    words = {"place": _("Place"), "player": _("Player"), "points": _("Points"), "played": _("Played")}
    rows = (
        (
            *(row.place or "", entrants[row.entry].name, row.points / POINT, row.played),
            *(value / tiebreak.scale for tiebreak, value in zip(tiebreaks, row.tiebreaks, strict=True)),
        )
        for row in sheet.rows
    )
    return ExportTable(words | {tiebreak.slug: _(tiebreak.name) for tiebreak in tiebreaks}, tuple(rows))


def _pairings(_tournament: Tournament, sheet: Sheet, entrants: Entrants) -> ExportTable:
    words = {"round": _("Round"), "table": _("Table"), "seat": _("Seat"), "player": _("Player"), "bye": _("Bye")}
    rows = (
        (pairing.round, pairing.table, seat, entrants[entry].name, pairing.bye or "")
        for pairing in sheet.history.pairings
        for seat, entry in enumerate(pairing.seats, start=1)
    )
    return ExportTable(words, tuple(rows))


def _results(_tournament: Tournament, sheet: Sheet, entrants: Entrants) -> ExportTable:
    words = {"round": _("Round"), "table": _("Table"), "game": _("Game"), "seat": _("Seat"), "player": _("Player")}
    words |= {"points": _("Points"), "place": _("Place"), "how": _("How")}
    rows = (
        (
            *(pairing.round, pairing.table, leg.number, at + 1, entrants[entry].name),
            *(leg.points[at] if leg.points else "", leg.places[at], str(leg.how)),
        )
        for pairing in sheet.history.pairings
        for leg in pairing.results
        for at, entry in enumerate(leg.seats)
    )
    return ExportTable(words, tuple(rows))


def _crosstable(tournament: Tournament, sheet: Sheet, entrants: Entrants) -> ExportTable:
    """Return one row a player and one column a round, in every format, as text."""
    shown = crosstable_by_rounds(tournament, sheet, entrants)
    words = {"number": _("No."), "place": _("Place"), "player": _("Player"), "points": _("Points")}
    words |= {f"round_{number}": _("Round %(round)d") % {"round": number} for number in shown.rounds}
    paid = {row.entry: row.points / POINT for row in sheet.rows}
    rows = (
        (row.number, row.place or "", row.entrant.name, paid[row.entrant.number], *map(_square, row.cells))
        for row in shown.rows
    )
    return ExportTable(words, tuple(rows))


def _square(cell: CrosstableCell) -> str:
    return f"{cell.place}: {cell.text}" if cell.place else cell.text


KINDS: Mapping[str, Callable[[Tournament, Sheet, Entrants], ExportTable]] = {
    "players": _players,
    "standings": _standings,
    "pairings": _pairings,
    "results": _results,
    "crosstable": _crosstable,
}


def report_of(tournament: Tournament, user: User) -> str:
    """Return the report, with names as the user may see them. Raise `NoSuchTournament` for other formats."""
    if not tournament.has_report:
        raise NoSuchTournament(_("Only a Swiss or a round robin with two players per table has a tournament report."))
    sheet, entrants = sheet_of(tournament), entrants_of(tournament, user)
    options = full_options(sheet.format.name, sheet.format.options, tournament.format_options)
    zone = ZoneInfo(tournament.club.time_zone)
    entries = sheet.history.entries
    listed = initial_list(entries, options, tournament.seed) if tournament.format == SWISS else entries
    report = Report(
        name=tournament.name,
        kind=TRF_KINDS[tournament.format],
        rounds=sheet.rounds_planned or len(sheet.rounds),
        numbers={entry.id: number for number, entry in enumerate(listed, start=1)},
        names={number: entrant.name for number, entrant in entrants.items()},
        ratings=ratings_at_start(tournament),
        order=[row.entry for row in sheet.rows],
        begun=localdate(tournament.started_at, zone) if tournament.started_at else None,
        ended=localdate(tournament.finished_at, zone) if tournament.finished_at else None,
        top_seed_begins=top_seed_begins(options, tournament.seed) if tournament.format == SWISS else None,
        bye=Bye(str(options.get("bye", Bye.FULL))),
    )
    return write_report(report, sheet.history.entries, sheet.history.pairings, sheet.scoring)
