"""What hangs on the wall of the hall: the pairings, where everybody sits, the standings, in pages of a screen each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competition.format import Pairing
from league.competition.points import needs_decimals
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.rounds import current_round
from league.tournaments.presenters.standings import results_in_words, shown_place
from league.tournaments.queries.entrants import Entrant
from league.tournaments.queries.standings_cache import Sheet

LINES: Final = 16  # of a screen below its head, each a twentieth of its height
SIZES: Final = (("large", 1.5, 2, 3), ("ample", 1.25, 3, 4), ("usual", 1.0, 3, 4))
"""Letters, the largest first: their name, how many times as large, columns of names, tables beside one another."""
LINES_A_LEAF: Final = [int(LINES / times) * columns for _name, times, columns, _beside in SIZES]
MOST_NAMED: Final = 12  # tables that are named when they still play; more of them are counted


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """A table of the round: who sits there, first seat first, and whether it is decided."""

    number: int
    names: tuple[str, ...]
    is_decided: bool


@dataclass(frozen=True, slots=True)
class ScreenSeat:
    """Where somebody sits; table 0 is a rest."""

    name: str
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """A line of the standings."""

    place: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page of the wall: its `kind` (tables, seats, standings), which of how many of its kind, and what is on it.

    `letters` are the largest in which all of its kind fits on one, as named in `SIZES`.
    """

    kind: str
    title: str
    number: int
    of: int
    rows: tuple[Any, ...]
    letters: str


@dataclass(frozen=True, slots=True)
class Screen:
    """All of it: the round with its version and since when that holds, the leaves, and the tables that still play."""

    round: int
    version: int
    since: datetime | None
    leaves: tuple[ScreenPage, ...]
    playing: tuple[int, ...]
    tables: int

    @property
    def are_named(self) -> bool:
        """Whether the tables that still play are few enough to be named."""
        return len(self.playing) <= MOST_NAMED


def screen_of(event: Tournament, sheet: Sheet, entrants: Mapping[int, Entrant]) -> Screen:
    """The wall of an event; without leaves before the first round. One query."""
    number = current_round(sheet)
    told = Round.objects.filter(tournament=event, number=number).values_list("version", "changed_at", "published_at")
    found = told.first() if number else None  # it may have been put away since the sheet was read
    if found is None:
        return Screen(0, 0, None, (), (), 0)
    version, changed_at, published_at = found
    pairings = sheet.rounds[number]
    at_tables = [pairing for pairing in pairings if pairing.bye is None]
    playing = tuple(pairing.table for pairing in at_tables if not pairing.decided)
    tables = [
        ScreenTable(pairing.table, tuple(entrants[entry].name for entry in pairing.seats), pairing.decided)
        for pairing in at_tables
    ]
    leaves = (
        *(_leaves("tables", _("Tables"), tables, _tables_a_leaf(tables)) if event.is_running else ()),
        *(_leaves("seats", _("Seat list"), _seats(pairings, entrants), LINES_A_LEAF) if event.is_running else ()),
        *(_leaves("standings", _("Standings"), _standings(sheet, entrants), LINES_A_LEAF) if sheet.is_played else ()),
    )
    return Screen(number, version, changed_at or published_at, leaves, playing, len(tables))


def _tables_a_leaf(tables: Sequence[ScreenTable]) -> list[int]:
    """How many fit in letters of each size: below one another with a head and a gap each, and beside one another."""
    lines = max((len(table.names) for table in tables), default=2) + 1.4
    return [max(1, int((LINES + 1) / lines / times)) * beside for _name, times, _columns, beside in SIZES]


def _seats(pairings: Sequence[Pairing], entrants: Mapping[int, Entrant]) -> list[ScreenSeat]:
    rows = [
        ScreenSeat(entrants[entry].name, 0 if pairing.bye is not None else pairing.table, seat)
        for pairing in pairings
        for seat, entry in enumerate(pairing.seats, 1)
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.table))


def _standings(sheet: Sheet, entrants: Mapping[int, Entrant]) -> list[ScreenPlace]:
    decimals = needs_decimals(row.points for row in sheet.rows)
    return [
        ScreenPlace(shown_place(sheet, row), entrants[row.entry].name, results_in_words(sheet, row, decimals=decimals))
        for row in sheet.rows
    ]


def _leaves(kind: str, title: str, rows: Sequence[Any], fitting: Sequence[int]) -> Iterator[ScreenPage]:
    """The rows on one screen in the largest letters in which they fit, else on several; `fitting` goes by `SIZES`."""
    named = [(name, fits) for (name, *_rest), fits in zip(SIZES, fitting, strict=True)]
    letters, size = next(((name, fits) for name, fits in named if len(rows) <= fits), named[-1])
    starts = range(0, len(rows), size)
    for number, start in enumerate(starts, 1):
        yield ScreenPage(kind, title, number, len(starts), tuple(rows[start : start + size]), letters)
