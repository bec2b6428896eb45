"""Attendance of a season: players by club nights, with points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from math import sqrt

from league.common.name_similarity import folded
from league.competition.points import needs_decimals
from league.competition.standings import Row
from league.tournaments.format_text import points
from league.tournaments.models import Presence, Tournament
from league.tournaments.presenters.club_nights import ClubNightView, counted_in_words, evenings_of
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet

SMALLEST, LARGEST = 3.0, 10.5
"""Radius of the dots for a night without points and for the best night."""


@dataclass(frozen=True, slots=True)
class Night:
    """A club night: its day, its number of players, and the number of its first round (0 if none)."""

    number: int
    day: date
    is_open: bool
    players: int
    first_round: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A player on a club night: `kind` is `counts`, `dropped`, `came` (without a game) or empty for absent."""

    kind: str
    radius: str
    evening: ClubNightView


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A player: a dot for each night, the number of nights, and the points of the season."""

    entrant: Entrant
    dots: tuple[Dot, ...]
    came: int
    points: str
    is_cut: bool  # whether the rows below have no place


@dataclass(frozen=True, slots=True)
class Attendance:
    """The matrix; `ahead` are the numbers of coming nights, `rule` says which nights count."""

    nights: tuple[Night, ...]
    ahead: range
    rows: tuple[AttendanceRow, ...]
    rule: str
    drops: bool

    @property
    def is_open(self) -> bool:
        """Whether a club night is open."""
        return any(night.is_open for night in self.nights)


def attendance_of(tournament: Tournament, sheet: Sheet, entrants: Entrants) -> Attendance:
    """Return all players with attendance in the order of the standings. Two queries."""
    evenings = list(tournament.evenings.order_by("number"))
    came: dict[int, set[int]] = {}
    for number, entry in Presence.objects.filter(evening__tournament=tournament).values_list(
        "evening__number", "entry__number"
    ):
        came.setdefault(entry, set()).add(number)
    first_rounds: dict[int, int] = {}
    for pairing in sheet.history.pairings:
        first_rounds.setdefault(pairing.evening, pairing.round)
    nights = tuple(
        Night(
            one.number,
            one.day,
            one.closed_at is None,
            sum(one.number in own for own in came.values()),
            first_rounds.get(one.number, 0),
        )
        for one in evenings
    )
    last = nights[-1].number if nights else 0
    scored = [one for row in sheet.rows if row.season for one in row.season.evenings]
    return Attendance(
        nights=nights,
        ahead=range(last + 1, 1 + (0 if tournament.is_over else int(tournament.format_options.get("evenings") or 0))),
        rows=tuple(_rows(sheet, entrants, came, nights)),
        rule=counted_in_words(sheet),
        drops=any(not one.counts for one in scored),
    )


def _rows(
    sheet: Sheet, entrants: Entrants, came: Mapping[int, set[int]], nights: tuple[Night, ...]
) -> Iterable[AttendanceRow]:
    listed: Iterable[Row] = sheet.rows
    if not sheet.is_played:
        listed = sorted(sheet.rows, key=lambda row: folded(entrants[row.entry].name))
    scored = [one.units for row in sheet.rows if row.season for one in row.season.evenings]
    decimals = needs_decimals([*scored, *(row.points for row in sheet.rows)])
    largest, last = max(scored, default=0) or 1, nights[-1].number if nights else 0
    for row in listed:
        units = {one.evening: one.units for one in row.season.evenings} if row.season else {}
        there = came.get(row.entry, set()) | set(units)
        if there:
            evenings = {one.number: one for one in evenings_of(row, last, decimals=decimals)}
            dots = (_dot(evenings[night.number], night.number in there, units, largest) for night in nights)
            won = points(row.points, decimals=decimals)
            yield AttendanceRow(entrants[row.entry], tuple(dots), len(there), won, row.entry == sheet.last_ranked)


def _dot(evening: ClubNightView, came: bool, units: Mapping[int, int], largest: int) -> Dot:
    """Return the dot; its area grows with the points."""
    if evening.number not in units:
        return Dot("came" if came else "", f"{SMALLEST}", evening)
    share = sqrt(max(units[evening.number], 0) / largest)
    return Dot("counts" if evening.counts else "dropped", f"{SMALLEST + (LARGEST - SMALLEST) * share:.1f}", evening)
