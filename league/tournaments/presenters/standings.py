"""The standings and the calculation of their figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from league.competition.points import needs_decimals
from league.competition.scores import Turn
from league.competition.standings import Explained, Row
from league.competition.tiebreaks.tiebreak import TieBreak
from league.tournaments.format_text import place_text, points, rule_text, tiebreak_text
from league.tournaments.models import Pairing, Tournament
from league.tournaments.presenters.club_nights import (
    ClubNightView,
    SeasonCalculation,
    evenings_of,
    note_on,
    season_calculation,
    season_strip,
)
from league.tournaments.presenters.crosstable import Strip, last_in_strip, rounds_in_strip, strip_of
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet, key_of

LOT = "lot"
DIRECT = "direct-encounter"
OPENED_IN_PLACE = 24
"""Maximum number of entries with all calculations in the page; larger standings load them on demand."""


@dataclass(frozen=True, slots=True)
class Line:
    """A term: its value, its source, and the opponent."""

    amount: str
    words: str
    against: str


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break as a column of the standings."""

    at: int  # index among the tie-breaks
    tiebreak: TieBreak
    name: str
    rule: str
    decimals: bool  # two decimals, if a value has no fraction sign


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of a tie-break; empty if it decided nothing. Its calculation is in `lines` or loaded on demand."""

    slug: str
    name: str
    value: str
    href: str = ""  # URL of the calculation; empty if it is in `lines`
    rule: str = ""
    lines: tuple[Line, ...] = ()
    divisor: int = 1


@dataclass(frozen=True, slots=True)
class Columns:
    """Number formats of the columns."""

    points: bool  # two decimals, if a value has no fraction sign
    tiebreaks: tuple[Column, ...]  # with a column
    by_lot: Mapping[int, tuple[int, int]] = field(compare=False)
    """Entries placed by lot: the place among the tied players, and their number."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings."""

    place: int  # 0 without a place, and before the first result
    shown_place: str
    is_cut: bool  # whether the line is drawn under it
    entrant: Entrant
    href: str  # URL of its calculation
    points: str
    played: int
    figures: tuple[Figure, ...]
    reached: str  # round reached in a knockout, else empty
    note: str  # note beside the name: withdrawn, guest, why no place
    strip: Strip | None = None
    evenings: tuple[ClubNightView, ...] = ()  # every club night so far, in seasons


@dataclass(frozen=True, eq=False)
class Standings:
    """The whole table, the rows `at` some indexes, or the first `shown` ones and the reader's own.

    Rows are built when the template asks, so not for cached parts.
    """

    tournament: Tournament
    sheet: Sheet
    entrants: Entrants
    shown: int | None = None
    at: range | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """The cache key, apart from the language."""
        return (*key_of(self.tournament, self.sheet), self.shown, self.at, tuple(self.entrants.values()))

    @cached_property
    def for_others(self) -> "Standings":
        """The same for readers who are not in it."""
        own = {number: replace(entrant, is_own=False) for number, entrant in self.entrants.items() if entrant.is_own}
        return replace(self, entrants={**self.entrants, **own})

    @cached_property
    def shown_rows(self) -> tuple[Row, ...]:
        """The rows of the sheet that are shown."""
        if self.at is not None:
            return self.sheet.rows[self.at.start : self.at.stop]
        first = len(self.sheet.rows) if self.shown is None else self.shown
        rows = enumerate(self.sheet.rows)
        return tuple(row for index, row in rows if index < first or self.entrants[row.entry].is_own)

    @cached_property
    def columns(self) -> Columns:
        """Number formats of the columns."""
        return columns_of(self.sheet)

    @cached_property
    def rows(self) -> tuple[StandingsRow, ...]:
        """The rows."""
        return tuple(map(self.row_of, self.shown_rows))

    def row_of(self, row: Row, *, with_calculation: bool = False) -> StandingsRow:
        """Return a row; in small fields with the calculation of each figure."""
        sheet, entrant = self.sheet, self.entrants[row.entry]
        is_opened = with_calculation or len(sheet.rows) <= OPENED_IN_PLACE
        notes = (_("withdrew") if entrant.has_left else "", note_on(row, sheet))
        href = f"{self._base}{row.entry}/"
        return StandingsRow(
            place=row.place,
            shown_place=shown_place(sheet, row),
            is_cut=row.entry == sheet.last_ranked,
            entrant=entrant,
            href=href,
            points=points(row.points, decimals=self.columns.points),
            played=row.played,
            figures=self._opened(row) if is_opened else self._closed(row, href),
            reached=reached_in_words(sheet, row),
            note=", ".join(filter(None, notes)),
            strip=self._strip(row, is_opened=is_opened) if self.rounds else None,
            evenings=evenings_of(row, sheet.evenings, decimals=self.columns.points) if self.rounds else (),
        )

    @cached_property
    def _base(self) -> str:
        return reverse("tournaments:standings", args=[self.tournament.public_id, self.tournament.slug])

    def _opened(self, row: Row) -> tuple[Figure, ...]:
        explained = self.sheet.explain(row.entry)
        return tuple(self._figure(column, row, explained[column.at]) for column in self.columns.tiebreaks)

    def _closed(self, row: Row, href: str) -> tuple[Figure, ...]:
        """Return the figures without their calculation."""
        figures = (
            Figure(col.tiebreak.slug, col.name, _value(row, col, self.columns)) for col in self.columns.tiebreaks
        )
        return tuple(replace(own, href=f"{href}?tiebreak={own.slug}") if own.value else own for own in figures)

    def _figure(self, column: Column, row: Row, explained: Explained) -> Figure:
        figure = Figure(column.tiebreak.slug, column.name, _value(row, column, self.columns))
        if not figure.value:
            return figure
        arithmetic, scale = explained.arithmetic, column.tiebreak.scale
        decimals = column.decimals or needs_decimals((term.amount for term in arithmetic.terms), scale)
        lines = tuple(
            Line(
                tiebreak_text(explained.tiebreak, term.amount, decimals=decimals),
                rule_text(term.template, term.facts),
                self.entrants[term.entry].name if term.entry is not None else "",
            )
            for term in arithmetic.terms
        )
        return replace(figure, rule=column.rule, lines=lines, divisor=arithmetic.divisor)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds in the strips, or of club nights; 0 for no strips."""
        return rounds_in_strip(self.sheet)

    @cached_property
    def _best_night(self) -> int:
        return max((night.units for row in self.sheet.rows if row.season for night in row.season.evenings), default=0)

    @cached_property
    def _paid(self) -> Mapping[int, str]:
        """The text for the points of a round, by units."""
        units = {turn.units for row in self.sheet.rows for turn in row.rounds}
        return {unit: points(unit, decimals=self.columns.points) for unit in units}

    def _strip(self, row: Row, *, is_opened: bool) -> Strip:
        if row.season:
            nights = range(self.sheet.evenings - self.rounds + 1, self.sheet.evenings + 1)
            decimals = self.columns.points
            return season_strip(row.season, nights, self._best_night, decimals=decimals, with_words=is_opened)
        first = last_in_strip(self.sheet) - self.rounds + 1
        words = {turn.round: self._turn_text(turn) for turn in row.rounds} if is_opened else {}
        return strip_of(row.rounds, first, self.rounds, self._paid, words)

    def _turn_text(self, turn: Turn) -> str:
        return _("Round %(round)d: %(points)s, %(what)s") % {
            "round": turn.round,
            "points": self._paid[turn.units],
            "what": _what_happened(turn, self.entrants),
        }

    @property
    def left_out(self) -> int:
        """The number of rows that are not shown."""
        return 0 if self.at is not None else len(self.sheet.rows) - len(self.shown_rows)

    @property
    def drops(self) -> bool:
        """Whether a shown player has a club night that does not count."""
        return any(not night.counts for row in self.shown_rows if row.season for night in row.season.evenings)


@dataclass(frozen=True, slots=True)
class PlaceCalculation:
    """The calculation of an entry's place: rounds (number, what happened, points), then tie-breaks."""

    row: StandingsRow
    rounds: tuple[tuple[int, str, str], ...]
    season: SeasonCalculation | None


def columns_of(sheet: Sheet) -> Columns:
    """Return the number formats and columns of these standings.

    Lots are shown only if they decided a place, direct encounters only if there were any.
    """
    evenings = (night.units for row in sheet.rows if row.season for night in row.season.evenings)
    decimals = needs_decimals([*(row.points for row in sheet.rows), *evenings])
    at = {tiebreak.slug: place for place, tiebreak in enumerate(sheet.tiebreaks)}
    by_lot = _decided_by_lot(sheet, at[LOT]) if LOT in at else {}
    has_met = DIRECT in at and any(row.tiebreaks[at[DIRECT]] for row in sheet.rows)
    is_used = {LOT: bool(by_lot), DIRECT: has_met}
    shown = [place for slug, place in at.items() if is_used.get(slug, True)]
    return Columns(decimals, tuple(_column(sheet, at) for at in shown), by_lot)


def _column(sheet: Sheet, at: int) -> Column:
    tiebreak = sheet.tiebreaks[at]
    decimals = needs_decimals((row.tiebreaks[at] for row in sheet.rows), tiebreak.scale)
    return Column(at, tiebreak, _(tiebreak.name), _(tiebreak.rule), decimals)


def _decided_by_lot(sheet: Sheet, lot: int) -> dict[int, tuple[int, int]]:
    if not sheet.is_played:
        return {}
    level: dict[object, list[int]] = {}
    for row in sheet.rows:
        level.setdefault((row.is_ranked, row.level_with, row.tiebreaks[:lot]), []).append(row.entry)
    groups = (group for group in level.values() if len(group) > 1)
    return {entry: (place, len(group)) for group in groups for place, entry in enumerate(group, 1)}


def decided_first_place(sheet: Sheet) -> str:
    """Return the name of the tie-break that decided 1st place; "" if points did or it is shared."""
    first = [row for row in sheet.rows if row.place == 1]
    second = next((row for row in sheet.rows if row.place > 1), None)
    if len(first) != 1 or second is None or second.entry not in first[0].level_with:
        return ""
    pairs = zip(sheet.tiebreaks, first[0].tiebreaks, second.tiebreaks, strict=True)
    return next((_(tiebreak.name) for tiebreak, own, other in pairs if own != other), "")


def calculation_of(tournament: Tournament, sheet: Sheet, number: int, entrants: Entrants) -> PlaceCalculation | None:
    """Return the calculation for an entry; None before round 1 or for an unknown number."""
    row = next((row for row in sheet.rows if row.entry == number), None)
    if row is None or not sheet.rounds:
        return None
    standings = Standings(tournament, sheet, entrants)
    decimals = standings.columns.points
    rounds = tuple(
        (turn.round, _what_happened(turn, entrants), points(turn.units, decimals=decimals)) for turn in row.rounds
    )
    shown = standings.row_of(row, with_calculation=True)
    figures = tuple(figure for figure in shown.figures if figure.value)
    return PlaceCalculation(replace(shown, figures=figures), rounds, season_calculation(row, sheet, decimals=decimals))


def results_in_words(sheet: Sheet, row: Row, *, decimals: bool = False) -> str:
    """Return a player's points, or the round they reached."""
    return reached_in_words(sheet, row) or points(row.points, decimals=decimals)


def shown_place(sheet: Sheet, row: Row) -> str:
    """Return a place as text; a dash for a player still in a knockout."""
    reached = sheet.scores.reached.get(row.entry)
    return place_text(0 if reached and reached.is_in else row.place)


def reached_in_words(sheet: Sheet, row: Row) -> str:
    """Return the round a player reached in a knockout; "" in other formats."""
    reached = sheet.scores.reached.get(row.entry)
    return rule_text(reached.words.template, reached.words.facts) if reached else ""


def _value(row: Row, column: Column, form: Columns) -> str:
    if column.tiebreak.slug == LOT:
        if row.entry not in form.by_lot:
            return ""
        place, count = form.by_lot[row.entry]
        return _("%(place)d of %(count)d") % {"place": place, "count": count}
    return tiebreak_text(column.tiebreak, row.tiebreaks[column.at], decimals=column.decimals)


def _what_happened(turn: Turn, entrants: Entrants) -> str:
    if turn.bye is not None:
        return str(Pairing.Bye(turn.bye).label)
    names = ", ".join(entrants[meeting.opponent].name for meeting in turn.meetings)
    if turn.unplayed:
        return _("forfeit: %(names)s") % {"names": names}
    return _("against %(names)s") % {"names": names}
