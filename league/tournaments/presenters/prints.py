"""Contents of the prints of a round: tables, games, table cards, score sheets and the seat list."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core import registry
from league.common.name_similarity import folded
from league.competition.format import Pairing, seats_in_leg
from league.results.score_sheets.presenters import PaperSheet, paper_sheet
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Pairing as PairingRow
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.table_links import LinkOnCard, links_of
from league.tournaments.queries.entries import Entrants
from league.tournaments.queries.rounds import changed_tables
from league.tournaments.queries.standings_cache import Sheet
from league.tournaments.queries.table_links import needed_at, published_round


@dataclass(frozen=True, slots=True)
class Imprint:
    """Details on every print: round, version, time of the version, time of printing.

    `changed` are the tables that this version changed; if `is_partial`, the print has only these.
    """

    round: int
    version: int
    since: datetime | None
    at: datetime
    changed: tuple[int, ...] = ()
    is_partial: bool = False

    def takes(self, table: int) -> bool:
        """Return whether the print includes a table."""
        return not self.is_partial or table in self.changed


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A game of a table: its players in seat order, and its number among the games."""

    number: int
    names: tuple[str, ...]
    leg: int = 1
    legs: int = 1
    is_new: bool = False
    due_at: datetime | None = None  # deadline of a postponed, undecided table


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A table card; without a link it shows only the players."""

    table: PaperTable
    link: LinkOnCard | None
    needed: int  # confirmations that a report needs


class SeatLine(NamedTuple):
    """A player of the round: table and seat, or zeros and the kind of bye."""

    name: str
    table: int
    seat: int
    bye: str


def tables_for_people(tournament: Tournament, number: int) -> Round:
    """Return a published round in person. Raise `NoSuchTournament` if there is nothing to print for tables."""
    if tournament.is_on_the_machine:
        raise NoSuchTournament(_("This tournament has bot matches, so there is nothing to print for tables."))
    return published_round(tournament, number)


def imprint_of(printed: Round, *, only_changed: bool = False) -> Imprint:
    """Return the details on prints of the round. At most one query."""
    changed = changed_tables(printed)
    since = printed.changed_at or printed.published_at
    return Imprint(printed.number, printed.version, since, timezone.now(), changed, only_changed)


def imprint_of_standings(tournament: Tournament, sheet: Sheet) -> Imprint:
    """Return the details on prints of the standings: the last published round. One query."""
    last = tournament.rounds.filter(number=max(sheet.rounds, default=0)).first()
    return imprint_of(last) if last else Imprint(0, 0, None, timezone.now())


def tables_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """Return the tables of the print with their seats."""
    put_off = {table: due for (number, table), due in sheet.history.put_off.items() if number == imprint.round}
    return tuple(
        replace(_table(table, entrants, imprint.changed), due_at=None if table.decided else put_off.get(table.table))
        for table in _at_tables(sheet, imprint)
    )


def due_of(sheet: Sheet, imprint: Imprint) -> datetime | None:
    """Return the deadline of the round, until it is decided."""
    is_open = any(not pairing.decided for pairing in sheet.rounds.get(imprint.round, ()))
    return sheet.history.due.get(imprint.round) if is_open else None


def games_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """Return the games of the tables, with the seats of each game."""
    return tuple(
        _table(pairing, entrants, imprint.changed, leg)
        for pairing in _at_tables(sheet, imprint)
        for leg in range(1, pairing.legs + 1)
    )


def cards_printed(
    tournament: Tournament, printed: Round, tables: Collection[PaperTable], site: str
) -> tuple[PaperCard, ...]:
    """Return a card for each table, with its link if phones can open it. Two queries."""
    links = {link.table: link for link in links_of(printed, site) if link.svg}
    return tuple(PaperCard(table, links.get(table.number), needed_at(tournament, len(table.names))) for table in tables)


def sheets_printed(tournament: Tournament, games: Collection[PaperTable]) -> list[tuple[PaperTable, PaperSheet]]:
    """Return the game's own score sheet for each game."""
    game = registry.game(tournament.game)
    return [(table, paper_sheet(game, table.names, tournament.options)) for table in games]


def seats_by_name(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> list[SeatLine]:
    """Return all players of the round by name."""
    lines = [
        SeatLine(entrants[entry].name, pairing.table, seat, "")
        if pairing.bye is None
        else SeatLine(entrants[entry].name, 0, 0, str(PairingRow.Bye(pairing.bye).label))
        for pairing in sheet.rounds.get(imprint.round, ())
        for seat, entry in enumerate(pairing.seats, 1)
    ]
    return sorted(lines, key=lambda line: (folded(line.name), line.name, line.table))


def _at_tables(sheet: Sheet, imprint: Imprint) -> list[Pairing]:
    drawn = sheet.rounds.get(imprint.round, ())
    return [pairing for pairing in drawn if pairing.bye is None and imprint.takes(pairing.table)]


def _table(pairing: Pairing, entrants: Entrants, changed: Collection[int], leg: int = 1) -> PaperTable:
    names = tuple(entrants[entry].name for entry in seats_in_leg(pairing.seats, leg))
    return PaperTable(pairing.table, names, leg, pairing.legs, pairing.table in changed)
