"""Club nights of a season: the points of a player, night by night, and who came to which night."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from math import sqrt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.common.drawing.plots import RoundMark
from league.common.name_similarity import folded
from league.competition.points import needs_decimals
from league.competition.season_scoring import EveningScore, Season
from league.competition.standings import Row
from league.tournaments.format_text import DASH, points, rule_text
from league.tournaments.models import Presence, Tournament
from league.tournaments.presenters.crosstable import SMALL, TALL, Strip
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.standings_cache import Sheet


@dataclass(frozen=True, slots=True)
class ClubNightView:
    """A club night of a player: its points, empty if absent, and whether they count."""

    number: int
    points: str
    counts: bool
    words: str  # the same in words


@dataclass(frozen=True, slots=True)
class SeasonCalculation:
    """The calculation of season points, by club night."""

    evenings: tuple[ClubNightView, ...]
    total: str
    divisor: int
    words: str  # which nights count
    unranked: str  # why the player has no place, or empty


def evenings_of(row: Row, evenings: int, *, decimals: bool = False) -> tuple[ClubNightView, ...]:
    """Return all club nights including missed ones; none outside seasons."""
    if row.season is None:
        return ()
    scores = {night.evening: night for night in row.season.evenings}
    return tuple(_evening(number, scores.get(number), decimals) for number in range(1, evenings + 1))


def note_on(row: Row, sheet: Sheet) -> str:
    """Return the note beside a name: why the player has no place, or "guest"."""
    if row.season is not None and row.season.unranked is not None:
        return rule_text(row.season.unranked.template, row.season.unranked.facts)
    return _("guest") if row.entry in sheet.scores.guests else ""


def season_calculation(row: Row, sheet: Sheet, *, decimals: bool) -> SeasonCalculation | None:
    """Return the calculation of a player's points; None outside seasons."""
    season = row.season
    if season is None:
        return None
    shown = tuple(_evening(night.evening, night, decimals) for night in season.evenings)
    dropped = sum(not night.counts for night in season.evenings)
    more = ngettext("%(n)d is dropped.", "%(n)d are dropped.", dropped) % {"n": dropped}
    return SeasonCalculation(
        shown,
        points(row.points, decimals=decimals),
        season.divisor,
        f"{counted_in_words(sheet)} {more}" if dropped else counted_in_words(sheet),
        note_on(row, sheet),
    )


def _evening(number: int, score: EveningScore | None, decimals: bool) -> ClubNightView:
    if score is None:
        return ClubNightView(number, "", counts=False, words=_("absent"))
    words = ngettext("%(n)d game", "%(n)d games", score.games)
    if not score.counts:
        words = ngettext("%(n)d game, dropped", "%(n)d games, dropped", score.games)
    return ClubNightView(number, points(score.units, decimals=decimals), score.counts, words % {"n": score.games})


def season_strip(season: Season, nights: range, best: int, *, decimals: bool, with_words: bool) -> Strip:
    """Return a bar for each attended night among `nights`, of full height for `best` units; dropped ones are grey."""
    scores = {night.evening: night for night in season.evenings}
    shown = [_evening(number, scores.get(number), decimals) for number in nights]
    text = _("Club night %(number)d, %(words)s: %(points)s")
    marks = tuple(
        RoundMark(
            night.number - nights.start,
            "first" if night.counts else "bye",
            SMALL + (TALL - SMALL) * scores[night.number].units // max(best, 1),
            text % {"number": night.number, "words": night.words, "points": night.points} if with_words else "",
        )
        for night in shown
        if night.number in scores
    )
    return Strip(marks, len(nights), ", ".join(night.points or DASH for night in shown))


def counted_in_words(sheet: Sheet) -> str:
    """Return which club nights count, by the tournament's settings."""
    counting = sheet.scores.counting
    if counting is not None and counting.average:
        return _("All points, divided by the number of games.")
    if counting is None or not counting.best_of:
        return _("All club nights count.")
    best = ngettext("The best club night counts.", "The best %(n)d club nights count.", counting.best_of)
    return best % {"n": counting.best_of}


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
    nights_attended: int
    points: str
    is_cut: bool  # whether the rows below have no place


@dataclass(frozen=True, slots=True)
class Attendance:
    """The matrix; `rule` says which nights count."""

    nights: tuple[Night, ...]
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
    attended: dict[int, set[int]] = {}
    for number, entry in Presence.objects.filter(evening__tournament=tournament).values_list(
        "evening__number", "entry__number"
    ):
        attended.setdefault(entry, set()).add(number)
    first_rounds: dict[int, int] = {}
    for pairing in sheet.history.pairings:
        first_rounds.setdefault(pairing.evening, pairing.round)
    nights = tuple(
        Night(
            night.number,
            night.day,
            night.closed_at is None,
            sum(night.number in own for own in attended.values()),
            first_rounds.get(night.number, 0),
        )
        for night in evenings
    )
    scored = [night for row in sheet.rows if row.season for night in row.season.evenings]
    return Attendance(
        nights=nights,
        rows=tuple(_rows(sheet, entrants, attended, nights)),
        rule=counted_in_words(sheet),
        drops=any(not night.counts for night in scored),
    )


def _rows(
    sheet: Sheet, entrants: Entrants, attended: Mapping[int, set[int]], nights: tuple[Night, ...]
) -> Iterable[AttendanceRow]:
    listed: Iterable[Row] = sheet.rows
    if not sheet.is_played:
        listed = sorted(sheet.rows, key=lambda row: folded(entrants[row.entry].name))
    scored = [night.units for row in sheet.rows if row.season for night in row.season.evenings]
    decimals = needs_decimals([*scored, *(row.points for row in sheet.rows)])
    largest, last = max(scored, default=0) or 1, nights[-1].number if nights else 0
    for row in listed:
        units = {night.evening: night.units for night in row.season.evenings} if row.season else {}
        own_nights = attended.get(row.entry, set()) | set(units)
        if own_nights:
            evenings = {evening.number: evening for evening in evenings_of(row, last, decimals=decimals)}
            dots = (_dot(evenings[night.number], night.number in own_nights, units, largest) for night in nights)
            won = points(row.points, decimals=decimals)
            yield AttendanceRow(entrants[row.entry], tuple(dots), len(own_nights), won, row.entry == sheet.last_ranked)


def _dot(evening: ClubNightView, attended: bool, units: Mapping[int, int], largest: int) -> Dot:
    """Return the dot; its area grows with the points."""
    if evening.number not in units:
        return Dot("came" if attended else "", f"{SMALLEST}", evening)
    share = sqrt(max(units[evening.number], 0) / largest)
    return Dot("counts" if evening.counts else "dropped", f"{SMALLEST + (LARGEST - SMALLEST) * share:.1f}", evening)
