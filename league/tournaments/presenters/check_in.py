"""Registration on a tournament's page, and the check-in list."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import User, role_of
from league.common.name_similarity import folded
from league.tournaments.models import Entry, Evening, Tournament
from league.tournaments.queries.entries import Entrant, Entrants, with_distinct_names

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
    own = next((one for one in entrants.values() if one.is_own), None)
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
    inside = [one for one in listed if not one.waits]
    missing = tuple(one for one in inside if not one.is_here)
    waiting = [one for one in listed if one.waits]
    moving_up = tuple(one for one in waiting if one.is_here)[: len(missing)]
    left = tuple(one for one in waiting if one not in moving_up)
    rows = sorted(listed, key=lambda one: (one.key, one.entry.pk))
    found = tuple(one for one in rows if folded(search) in one.key and not (only_missing and one.is_here))
    here = sum(one.is_here for one in listed)
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
