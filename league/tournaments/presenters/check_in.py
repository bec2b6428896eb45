"""Registration on a tournament's page, the check-in list, and who came to which club night."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from math import sqrt

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import User, role_of
from league.common.name_similarity import folded
from league.competition.points import needs_decimals
from league.competition.standings import Row
from league.tournaments.format_text import points
from league.tournaments.models import Entry, Evening, Presence, Tournament
from league.tournaments.presenters.club_nights import ClubNightView, counted_in_words, evenings_of
from league.tournaments.queries.entries import Entrant, Entrants, with_distinct_names
from league.tournaments.queries.standings_cache import Sheet

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Registration:
    """The registration section; `own` describes the reader's entry, `sign_in` is a URL if signing in would help."""

    sentence: str
    own: str
    is_in: bool
    may: bool
    sign_in: str = ""


def registration_of(tournament: Tournament, entrants: Entrants, user: User) -> Registration | None:
    """Return the section during registration, or at check-in for entered readers, else None. At most one query."""
    own = next((entrant for entrant in entrants.values() if entrant.is_own), None)
    if tournament.status != Status.REGISTRATION and not (tournament.status == Status.CHECK_IN and own):
        return None
    is_public = tournament.club.is_public
    may = own is not None or (user.is_authenticated and (is_public or role_of(user, tournament.club) is not None))
    address = f"/tournaments/{tournament.public_id}/{tournament.slug}/"
    sign_in = "" if user.is_authenticated else f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': address})}"
    return Registration(_sentence(tournament, len(entrants)), _own(tournament, own), own is not None, may, sign_in)


def _own(tournament: Tournament, own: Entrant | None) -> str:
    if own is None:
        return ""
    if tournament.keeps_waiting(own.number):
        return _("You are number %(number)d on the waiting list.") % {"number": own.number - (tournament.capacity or 0)}
    return _("You are entered.")


def _sentence(tournament: Tournament, listed: int) -> str:
    if tournament.status == Status.CHECK_IN:
        return _("Check in with an organiser when you arrive.")
    if tournament.capacity is None:
        return ngettext("%(count)d player is entered.", "%(count)d players are entered.", listed) % {"count": listed}
    free = tournament.capacity - listed
    if free > 0:
        words = {"free": free, "most": tournament.capacity}
        return ngettext("%(free)d of %(most)d places is free.", "%(free)d of %(most)d places are free.", free) % words
    if not free:
        return _("All %(most)d places are taken. New players join the waiting list.") % {"most": tournament.capacity}
    taken = _("All %(most)d places are taken. On the waiting list: %(count)d.")
    return taken % {"most": tournament.capacity, "count": -free}


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """An entry in the check-in list; `key` is its name as normalised for searches."""

    entry: Entry
    name: str
    key: str
    is_here: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in list by name, or the rows found by a search; counts are of all entries."""

    rows: tuple[CheckInRow, ...]
    entered: int
    here: int
    missing: tuple[CheckInRow, ...]  # removed if the tournament started now: in, but not here
    moving_up: tuple[CheckInRow, ...]
    """Waiting players who are here and move up if missing players are removed."""
    waiting: tuple[CheckInRow, ...]  # on the waiting list, without a place if it started now
    search: str = ""
    only_missing: bool = False  # whether `rows` holds only players who are not here


def check_in_of(
    tournament: Tournament, search: str = "", *, only_missing: bool = False, night: Evening | None = None
) -> CheckIn:
    """Return the check-in list, of a season that of a club night. At most three queries."""
    entries = with_distinct_names(
        tournament.entries.select_related("player__merged_into").order_by("number"), tournament
    )
    came = frozenset(night.presences.values_list("entry_id", flat=True)) if night else None
    listed = [_check_in_row(tournament, entry, came) for entry in entries]
    inside = [row for row in listed if not row.waits]
    missing = tuple(row for row in inside if not row.is_here)
    waiting = [row for row in listed if row.waits]
    moving_up = tuple(row for row in waiting if row.is_here)[: len(missing)]
    left = tuple(row for row in waiting if row not in moving_up)
    rows = sorted(listed, key=lambda row: (row.key, row.entry.pk))
    found = tuple(row for row in rows if folded(search) in row.key and not (only_missing and row.is_here))
    here = sum(row.is_here for row in listed)
    return CheckIn(found, len(listed), here, missing, moving_up, left, search, only_missing)


def check_in_again(tournament: Tournament, night: Evening, sent: Collection[str] | None = None) -> CheckIn:
    """Return the list to start a club night: the players in the season, ticked as at `night`.

    With `sent`, those with these public ids are ticked.
    """
    listed = check_in_of(tournament, night=night)
    rows = tuple(
        row if sent is None else replace(row, is_here=row.entry.person.public_id in sent)
        for row in listed.rows
        if row.entry.left_round is None
    )
    return replace(listed, rows=rows, here=sum(row.is_here for row in rows))


def _check_in_row(tournament: Tournament, entry: Entry, came: Collection[int] | None) -> CheckInRow:
    name = entry.person.name
    is_here = entry.checked_in_at is not None if came is None else entry.pk in came
    return CheckInRow(entry, name, folded(name), is_here, tournament.keeps_waiting(entry.number))


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
            night.number,
            night.day,
            night.closed_at is None,
            sum(night.number in own for own in came.values()),
            first_rounds.get(night.number, 0),
        )
        for night in evenings
    )
    scored = [night for row in sheet.rows if row.season for night in row.season.evenings]
    return Attendance(
        nights=nights,
        rows=tuple(_rows(sheet, entrants, came, nights)),
        rule=counted_in_words(sheet),
        drops=any(not night.counts for night in scored),
    )


def _rows(
    sheet: Sheet, entrants: Entrants, came: Mapping[int, set[int]], nights: tuple[Night, ...]
) -> Iterable[AttendanceRow]:
    listed: Iterable[Row] = sheet.rows
    if not sheet.is_played:
        listed = sorted(sheet.rows, key=lambda row: folded(entrants[row.entry].name))
    scored = [night.units for row in sheet.rows if row.season for night in row.season.evenings]
    decimals = needs_decimals([*scored, *(row.points for row in sheet.rows)])
    largest, last = max(scored, default=0) or 1, nights[-1].number if nights else 0
    for row in listed:
        units = {night.evening: night.units for night in row.season.evenings} if row.season else {}
        there = came.get(row.entry, set()) | set(units)
        if there:
            evenings = {evening.number: evening for evening in evenings_of(row, last, decimals=decimals)}
            dots = (_dot(evenings[night.number], night.number in there, units, largest) for night in nights)
            won = points(row.points, decimals=decimals)
            yield AttendanceRow(entrants[row.entry], tuple(dots), len(there), won, row.entry == sheet.last_ranked)


def _dot(evening: ClubNightView, came: bool, units: Mapping[int, int], largest: int) -> Dot:
    """Return the dot; its area grows with the points."""
    if evening.number not in units:
        return Dot("came" if came else "", f"{SMALLEST}", evening)
    share = sqrt(max(units[evening.number], 0) / largest)
    return Dot("counts" if evening.counts else "dropped", f"{SMALLEST + (LARGEST - SMALLEST) * share:.1f}", evening)
