"""The big screen: pairings, seats by name and standings, in pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competition.format import Pairing
from league.competition.points import needs_decimals
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.rounds import TableView, current_round, round_views
from league.tournaments.presenters.standings import results_in_words, shown_place
from league.tournaments.queries.entries import Entrants
from league.tournaments.queries.standings_cache import Sheet

LINES: Final = 16  # below the heading, each a twentieth of the screen
SIZES: Final = (("large", 1.5, 2, 2), ("ample", 1.25, 2, 2), ("usual", 1.0, 2, 3), ("close", 1.0, 3, 4))
"""Type sizes, the largest first: CSS class, scale, columns of names, tables side by side."""
NAMES_PER_PAGE: Final = [int(LINES / scale) * columns for _class, scale, columns, _tables in SIZES]
MOST_NAMED: Final = 12  # tables without a result; if more, only their number is shown


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page: its `kind` (tables, seats, standings), its `number` of `count` pages of this kind, and its rows.

    `size` is the first of `SIZES` in which all rows of this kind fit on one page.
    """

    kind: str
    title: str
    number: int
    count: int
    rows: tuple[Any, ...]
    size: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The round with its version and the time of that version, all pages, and the tables without a result."""

    round: int
    version: int
    since: datetime | None
    pages: tuple[ScreenPage, ...]
    playing: tuple[int, ...]
    tables: int

    @property
    def are_named(self) -> bool:
        """Whether the tables without a result are few enough to be listed."""
        return len(self.playing) <= MOST_NAMED


def screen_of(tournament: Tournament, sheet: Sheet, entrants: Entrants) -> Screen:
    """Return the big screen of a tournament, without pages before the first round. One query."""
    number = current_round(sheet)
    rounds = Round.objects.filter(tournament=tournament, number=number).values_list(
        "version", "changed_at", "published_at"
    )
    facts = rounds.first() if number else None  # it may have been deleted since the sheet was read
    if facts is None:
        return Screen(0, 0, None, (), (), 0)
    version, changed_at, published_at = facts
    pairings = sheet.rounds[number]
    playing = tuple(pairing.table for pairing in pairings if pairing.bye is None and not pairing.decided)
    tables = round_views(tournament, sheet, [number], entrants)[0].tables
    pages = (
        *(_pages("tables", _("Tables"), tables, _tables_per_page(tables)) if tournament.is_running else ()),
        *(_pages("seats", _("Seat list"), _seats(pairings, entrants), NAMES_PER_PAGE) if tournament.is_running else ()),
        *(_pages("standings", _("Standings"), _standings(sheet, entrants), NAMES_PER_PAGE) if sheet.is_played else ()),
    )
    return Screen(number, version, changed_at or published_at, pages, playing, len(tables))


def _tables_per_page(tables: Sequence[TableView]) -> list[int]:
    """Return how many tables fit on a page in each size."""
    lines = max((len(table.seats) for table in tables), default=2) + 1.4
    return [max(1, int((LINES + 1) / lines / scale)) * beside for _class, scale, _columns, beside in SIZES]


def _seats(pairings: Sequence[Pairing], entrants: Entrants) -> list[tuple[str, int, int]]:
    """Return name, table (0 for a bye) and seat of each player, by name."""
    rows = [
        (entrants[entry].name, 0 if pairing.bye is not None else pairing.table, seat)
        for pairing in pairings
        for seat, entry in enumerate(pairing.seats, 1)
    ]
    return sorted(rows, key=lambda row: (row[0].casefold(), row[1]))


def _standings(sheet: Sheet, entrants: Entrants) -> list[tuple[str, str, str]]:
    """Return the lines of the standings: place, name and points."""
    decimals = needs_decimals(row.points for row in sheet.rows)
    return [
        (shown_place(sheet, row), entrants[row.entry].name, results_in_words(sheet, row, decimals=decimals))
        for row in sheet.rows
    ]


def _pages(kind: str, title: str, rows: Sequence[Any], fitting: Sequence[int]) -> Iterator[ScreenPage]:
    """Yield pages of the rows, in the first size that fits on one page; `fitting` has the order of `SIZES`."""
    sizes = [(css_class, fits) for (css_class, *_rest), fits in zip(SIZES, fitting, strict=True)]
    size, fits = next((option for option in sizes if len(rows) <= option[1]), sizes[-1])
    starts = range(0, len(rows), fits)
    for number, start in enumerate(starts, 1):
        yield ScreenPage(kind, title, number, len(starts), tuple(rows[start : start + fits]), size)
