"""Crosstable as chess-results prints it, and standings by round: points of a player, places of the leaders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.common.drawing.plots import BumpLine, RoundMark
from league.competition.format import Bye, How, Leg, Pairing
from league.competition.points import POINT, as_text
from league.competition.scores import Meeting, Turn
from league.competition.season_scoring import Counting, Part, season_of
from league.competition.standings import Encounters, Row
from league.tournaments.format_text import points, points_column
from league.tournaments.models import Tournament
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet

LARGEST_MATRIX = 40
COLUMNS_ON_A_SHEET = 20
ROUNDS_SHOWN = 21  # latest rounds on a page; files and prints have all

LOSS, WIN, FREE = "\N{MINUS SIGN}", "+", gettext_lazy("bye")

TALL, SMALL = 16, 4
LINES = 12  # of the chart of places
FIRST_DRAWN = 2  # places after one round are no line


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """A cell: its text, its kind (won, drawn, lost, live, none, self), and a link to the last game.

    At tables of more than two, `text` holds the opponents' numbers and `place` the player's place there.
    """

    text: str
    kind: str
    href: str = ""
    words: str = ""
    place: str = ""
    games: int = 0  # games against this opponent

    @property
    def short(self) -> str:
        """The text without the number of games if that is 1."""
        return self.text.removesuffix("/1") if self.games == 1 else self.text

    @property
    def heat(self) -> str:
        """CSS classes; more games give a deeper colour."""
        return f"{self.kind} of-{min(self.games, 3)}" if self.games > 1 else self.kind


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """An entry and its cells; `number` is the line, used to refer to it in other rows."""

    number: int
    place: int
    entrant: Entrant
    points: str
    cells: tuple[CrosstableCell, ...]
    is_cut: bool  # whether the rows below have no place


@dataclass(frozen=True, slots=True)
class CrosstableView:
    """A matrix, or with `rounds` one column a round with the opponents' numbers."""

    rows: tuple[CrosstableRow, ...]
    rounds: tuple[int, ...]
    is_of_tables: bool
    has_points: bool  # False in knockouts
    ahead: tuple[int, ...] = ()  # while it runs: rounds without pairings yet
    nights: tuple[tuple[int, int], ...] = ()  # of a season: each shown club night and the number of its shown rounds

    @property
    def is_cut(self) -> bool:
        """Whether some players have no place."""
        return any(row.is_cut for row in self.rows)

    @property
    def is_broad(self) -> bool:
        """Whether it may use the full width of the window."""
        return len(self.rounds or self.rows) > COLUMNS_ON_A_SHEET


def crosstable_page(
    tournament: Tournament, sheet: Sheet, entrants: Entrants, latest: int = ROUNDS_SHOWN
) -> CrosstableView:
    """Return the present crosstable, with the `latest` rounds, or all (0)."""
    if sheet.format.everyone_meets and len(sheet.rows) <= LARGEST_MATRIX:
        base = _base(tournament)
        open_pairings = [pairing for pairing in sheet.history.pairings if not pairing.decided]
        on_board = {(seat, other) for pairing in open_pairings for seat in pairing.seats for other in pairing.seats}
        of_tables = _is_of_tables(tournament, sheet)
        cells = {row.entry: _squares(sheet, row, base, on_board, of_tables) for row in sheet.rows}
        return CrosstableView(_rows(sheet, entrants, cells), (), of_tables, has_points=True)
    return crosstable_by_rounds(tournament, sheet, entrants, latest)


def crosstable_by_rounds(tournament: Tournament, sheet: Sheet, entrants: Entrants, latest: int = 0) -> CrosstableView:
    """Return the crosstable with a column for each round, or for the `latest`."""
    shown = tuple(sorted(sheet.rounds)[-latest:])
    numbers = {row.entry: number for number, row in enumerate(sheet.rows, start=1)}
    made = {(pairing.round, entry): pairing for pairing in sheet.history.pairings for entry in pairing.seats}
    base, cells = _base(tournament), {}
    for row in sheet.rows:
        turns = {turn.round: turn for turn in row.rounds}
        cells[row.entry] = tuple(_turn(row.entry, made.get((n, row.entry)), turns.get(n), numbers, base) for n in shown)
    rows, of_tables = _rows(sheet, entrants, cells), _is_of_tables(tournament, sheet)
    has_points = not sheet.scores.reached
    if tournament.by_evenings:  # which plan club nights, not rounds
        nights = Counter(sheet.rounds[number][0].evening for number in shown)
        return CrosstableView(rows, shown, of_tables, has_points, nights=tuple(nights.items()))
    planned = min(sheet.rounds_planned, ROUNDS_SHOWN) if tournament.is_running else 0
    ahead = tuple(range(max(shown, default=0) + 1, planned + 1))
    return CrosstableView(rows, shown, of_tables, has_points, ahead=ahead)


def _base(tournament: Tournament) -> str:
    return reverse("tournaments:rounds", args=[tournament.public_id, tournament.slug])


def _is_of_tables(tournament: Tournament, sheet: Sheet) -> bool:
    return sheet.format.table_sizes(tournament.format_options)[1] > 2


def _rows(
    sheet: Sheet, entrants: Entrants, cells: Mapping[int, tuple[CrosstableCell, ...]]
) -> tuple[CrosstableRow, ...]:
    paid = points_column({row.entry: row.points for row in sheet.rows})
    return tuple(
        CrosstableRow(
            number,
            row.place,
            entrants[row.entry],
            paid[row.entry],
            cells[row.entry],
            is_cut=row.entry == sheet.last_ranked,
        )
        for number, row in enumerate(sheet.rows, start=1)
    )


def _squares(
    sheet: Sheet, row: Row, base: str, on_board: set[tuple[int, int]], of_tables: bool
) -> tuple[CrosstableCell, ...]:
    met = sheet.crosstable[row.entry]
    return tuple(
        CrosstableCell("", "self")
        if other.entry == row.entry
        else _square(met.get(other.entry), (row.entry, other.entry) in on_board, base, of_tables)
        for other in sheet.rows
    )


def _square(cell: Encounters | None, is_on_board: bool, base: str, of_tables: bool) -> CrosstableCell:
    if cell is None:
        return CrosstableCell("…", "live", words=_("no result yet")) if is_on_board else CrosstableCell("", "none")
    last = cell.meetings[-1]
    words = _("Round %(round)d, table %(table)d") % {"round": last.round, "table": last.table}
    href, text = _address(base, last.round, last.table), _text(cell, of_tables=of_tables)
    return CrosstableCell(text, _kind(cell.halves, cell.games), href, words, games=cell.games)


def _text(cell: Encounters, *, of_tables: bool) -> str:
    """Return the results of two players' games: 1 ½ 0; the sum of several games in a round; signs for forfeits.

    At larger tables return the points against the opponent and the number of games at the same table.
    """
    if of_tables:
        return f"{_halves(cell.halves)}/{cell.games}"
    return " ".join(map(_score, cell.meetings))


def _score(meeting: Meeting) -> str:
    if meeting.forfeited:
        return WIN if meeting.halves else LOSS
    return _halves(meeting.halves)


def _halves(halves: int) -> str:
    return as_text(halves * POINT // 2)


def _kind(halves: int, games: int) -> str:
    if halves == games:
        return "drawn"
    return "won" if halves > games else "lost"


def _address(base: str, number: int, table: int) -> str:
    return f"{base}{number}/#table-{table}"


def _turn(
    entry: int, pairing: Pairing | None, turn: Turn | None, numbers: Mapping[int, int], base: str
) -> CrosstableCell:
    """Return the cell of a round: "12w1" at a table of two, numbers and place at a larger one."""
    if pairing is None:
        return CrosstableCell("", "none")
    if pairing.bye is not None:
        if turn is None or pairing.bye is Bye.REST:
            return CrosstableCell(str(FREE), "none")
        paid = points(turn.units)
        return CrosstableCell(f"{FREE} {paid}", "none", words=_("Bye. Points: %(points)s.") % {"points": paid})
    href = _address(base, pairing.round, pairing.table)
    opponents = [numbers[other] for other in pairing.seats if other != entry]
    if len(opponents) > 1:
        return _at_a_table(entry, pairing, turn, opponents, href)
    seat = pgettext("first seat, after a number in a crosstable", "w")
    if pairing.seats[0] != entry:
        seat = pgettext("second seat, after a number in a crosstable", "b")
    if turn is None:
        return CrosstableCell(f"{opponents[0]}{seat}", "live", href, _("no result yet"))
    (meeting,) = turn.meetings or (None,)
    if meeting is None:  # games against this opponent do not count
        return CrosstableCell(f"{opponents[0]}{seat}", "none", href, _("does not count"))
    words = _("Points: %(points)s. Opponent: number %(opponent)d.") % {
        "points": points(turn.units),
        "opponent": opponents[0],
    }
    return CrosstableCell(f"{opponents[0]}{seat}{_score(meeting)}", _kind(meeting.halves, meeting.games), href, words)


def _at_a_table(entry: int, pairing: Pairing, turn: Turn | None, opponents: Sequence[int], href: str) -> CrosstableCell:
    listed = " ".join(map(str, sorted(opponents)))
    if turn is None:
        kind, words = ("none", _("does not count")) if pairing.decided else ("live", _("no result yet"))
        return CrosstableCell(listed, kind, href, words)
    place = " ".join(_place(entry, leg) for leg in pairing.results)  # one for each game
    text = _("Place: %(place)s. Points: %(points)s. Opponents: %(opponents)s.")
    words = text % {"place": place, "points": points(turn.units), "opponents": listed}
    halves, games = sum(m.halves for m in turn.meetings), sum(m.games for m in turn.meetings)
    return CrosstableCell(listed, _kind(halves, games), href, words, place)


def _place(entry: int, leg: Leg) -> str:
    place = leg.places[leg.seats.index(entry)]
    if leg.how is How.FORFEIT:
        return WIN if place == 1 else LOSS
    return str(place)


@dataclass(frozen=True, slots=True)
class Strip:
    """The rounds or club nights of a player: a mark for each, and the points of all."""

    marks: tuple[RoundMark, ...]
    rounds: int
    points: str


@dataclass(frozen=True, slots=True)
class PlacesByRound:
    """The places of the leaders among one another after each round, or after each club night."""

    lines: tuple[BumpLine, ...]
    rounds: tuple[int, ...]
    by_night: bool


def rounds_in_strip(sheet: Sheet) -> int:
    """Return the number of rounds of a strip, or of club nights; 0 in knockouts, which have none."""
    if sheet.scores.reached:
        return 0
    return min(sheet.evenings or last_in_strip(sheet), ROUNDS_SHOWN)


def last_in_strip(sheet: Sheet) -> int:
    """Return the last round with points; a round may be published and have none yet."""
    return max((turn.round for row in sheet.rows for turn in row.rounds), default=0)


def strip_of(
    turns: Sequence[Turn], first: int, rounds: int, paid: Mapping[int, str], words: Mapping[int, str]
) -> Strip:
    """Return the strip from round `first`: `paid` maps units to text, `words` maps rounds to descriptions."""
    shown = [turn for turn in turns if turn.round >= first]
    marks = tuple(RoundMark(turn.round - first, *_bar_of(*_beaten(turn)), words.get(turn.round, "")) for turn in shown)
    return Strip(marks, rounds, ", ".join([paid[turn.units] for turn in shown]))


def _beaten(turn: Turn) -> tuple[int, int]:
    """Return half points against the opponents at the table, and the number of games; zeros without games."""
    if turn.bye is not None:
        return 0, 0
    return sum([meeting.halves for meeting in turn.meetings]), sum([meeting.games for meeting in turn.meetings])


@cache
def _bar_of(beaten: int, games: int) -> tuple[str, int]:
    """Return the kind and the height of a bar."""
    if not games:
        return "bye", SMALL
    height = SMALL + (TALL - SMALL) * beaten // (2 * games)
    kind = "first" if beaten == 2 * games else "up" if beaten > games else "even" if beaten == games else "down"
    return kind if beaten else "last", height


def places_by_round(sheet: Sheet, entrants: Entrants, leaders: int = LINES) -> PlacesByRound | None:
    """Return the leaders' places by points after each decided round or club night; None without strips or a second."""
    counting = sheet.scores.counting
    last = sheet.scores.rounds if counting is None else sheet.evenings
    rows = [row for row in sheet.rows[:leaders] if row.is_ranked]
    if not rounds_in_strip(sheet) or last < FIRST_DRAWN or len(rows) < 2:
        return None
    totals = [_totals(row, last, counting) for row in rows]
    places: list[list[int]] = [[] for _row in rows]
    for at in range(last):
        order = sorted(range(len(rows)), key=lambda index: (-totals[index][at], index))  # ties: in the present order
        for place, index in enumerate(order, start=1):
            places[index].append(place)
    first = max(0, last - ROUNDS_SHOWN)
    lines = (
        BumpLine(entrants[row.entry].name, tuple(own[first:]), entrants[row.entry].is_own)
        for row, own in zip(rows, places, strict=True)
    )
    ordered = sorted(lines, key=lambda line: line.places[-1])
    return PlacesByRound(tuple(ordered), tuple(range(first + 1, last + 1)), counting is not None)


def _totals(row: Row, last: int, counting: Counting | None) -> list[int]:
    """Return the points after each round, or after each club night as nights counted then."""
    if counting is None:
        paid = {turn.round: turn.units for turn in row.rounds}
        return list(accumulate(paid.get(number, 0) for number in range(1, last + 1)))
    nights = row.season.evenings if row.season else ()
    parts = [Part(night.evening, night.units, night.games) for night in nights]
    return [
        season_of([part for part in parts if part.evening <= number], counting, guest=False).total
        for number in range(1, last + 1)
    ]
