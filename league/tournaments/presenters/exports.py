"""Exports of a tournament: tables for spreadsheets and programs, and a report for pairing programs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
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
class TableOut:
    """Columns by name and by translated heading, and the rows."""

    names: tuple[str, ...]  # column names for programs, not translated
    words: tuple[str, ...]
    rows: tuple[Row, ...]


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet reads as a formula: such text gets an apostrophe; numbers do not change."""
    if isinstance(cell, str) and (cell.startswith(_HARMFUL) or cell.lstrip().startswith(_HARMFUL)):
        return f"'{cell}"
    return cell


def table_out(event: Tournament, kind: str, asker: Asker) -> TableOut:
    """Return the table of that kind for the asker. Raise `KeyError` for an unknown kind."""
    make = KINDS[kind]
    return make(event, sheet_of(event), entrants_of(event, asker))


def _players(_event: Tournament, sheet: Sheet, entrants: Entrants) -> TableOut:
    joined = {entry.id: entry for entry in sheet.history.entries}
    rows = tuple(
        (one.number, one.name, joined[one.number].joined, joined[one.number].left or "") for one in entrants.values()
    )
    words = (_("Number"), _("Player"), _("From round"), _("Leaves before round"))
    return TableOut(("number", "player", "from_round", "gone_from_round"), words, rows)


def _standings(_event: Tournament, sheet: Sheet, entrants: Entrants) -> TableOut:
    tiebreaks = sheet.tiebreaks
    if sheet.scores.reached:
        return TableOut(
            ("place", "player", "reached", "played"),
            (_("Place"), _("Player"), _("Reached"), _("Played")),
            tuple(
                (shown_place(sheet, row), entrants[row.entry].name, results_in_words(sheet, row), row.played)
                for row in sheet.rows
            ),
        )
    names = ("place", "player", "points", "played", *(one.slug for one in tiebreaks))
    words = (_("Place"), _("Player"), _("Points"), _("Played"), *(_(one.name) for one in tiebreaks))
    rows = (
        (
            *(row.place or "", entrants[row.entry].name, row.points / POINT, row.played),
            *(value / one.scale for one, value in zip(tiebreaks, row.tiebreaks, strict=True)),
        )
        for row in sheet.rows
    )
    return TableOut(names, words, tuple(rows))


def _pairings(_event: Tournament, sheet: Sheet, entrants: Entrants) -> TableOut:
    words = (_("Round"), _("Table"), _("Seat"), _("Player"), _("Bye"))
    rows = (
        (pairing.round, pairing.table, seat, entrants[entry].name, pairing.bye or "")
        for pairing in sheet.history.pairings
        for seat, entry in enumerate(pairing.seats, start=1)
    )
    return TableOut(("round", "table", "seat", "player", "bye"), words, tuple(rows))


def _results(_event: Tournament, sheet: Sheet, entrants: Entrants) -> TableOut:
    names = ("round", "table", "game", "seat", "player", "points", "place", "how")
    words = (_("Round"), _("Table"), _("Game"), _("Seat"), _("Player"), _("Points"), _("Place"), _("How"))
    rows = (
        (
            *(pairing.round, pairing.table, leg.number, at + 1, entrants[entry].name),
            *(leg.points[at] if leg.points else "", leg.places[at], str(leg.how)),
        )
        for pairing in sheet.history.pairings
        for leg in pairing.results
        for at, entry in enumerate(leg.seats)
    )
    return TableOut(names, words, tuple(rows))


def _crosstable(event: Tournament, sheet: Sheet, entrants: Entrants) -> TableOut:
    """Return one row a player and one column a round, in every format, as text."""
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


def _square(cell: CrosstableCell) -> str:
    return f"{cell.place}: {cell.text}" if cell.place else cell.text


KINDS: Mapping[str, Callable[[Tournament, Sheet, Entrants], TableOut]] = {
    "players": _players,
    "standings": _standings,
    "pairings": _pairings,
    "results": _results,
    "crosstable": _crosstable,
}


def report_of(event: Tournament, asker: Asker) -> str:
    """Return the report, with names as the asker may see them. Raise `NoSuchTournament` for other formats."""
    if not event.has_report:
        raise NoSuchTournament(_("Only a Swiss or a round robin with two players per table has a tournament report."))
    sheet, entrants = sheet_of(event), entrants_of(event, asker)
    options = full_options(sheet.format.name, sheet.format.options, event.format_options)
    zone = ZoneInfo(event.club.time_zone)
    entries = sheet.history.entries
    listed = initial_list(entries, options, event.seed) if event.format == SWISS else entries
    report = Report(
        name=event.name,
        kind=TRF_KINDS[event.format],
        rounds=sheet.rounds_planned or len(sheet.rounds),
        numbers={entry.id: number for number, entry in enumerate(listed, start=1)},
        names={number: entrant.name for number, entrant in entrants.items()},
        ratings=ratings_at_start(event),
        order=[row.entry for row in sheet.rows],
        begun=localdate(event.started_at, zone) if event.started_at else None,
        ended=localdate(event.finished_at, zone) if event.finished_at else None,
        top_seed_begins=top_seed_begins(options, event.seed) if event.format == SWISS else None,
        bye=Bye(str(options.get("bye", Bye.FULL))),
    )
    return write_report(report, sheet.history.entries, sheet.history.pairings, sheet.scoring)
