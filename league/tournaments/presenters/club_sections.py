"""Tournaments on the page of a club and on its card in the list."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.tournaments.models import Tournament
from league.tournaments.presenters.overview import rows_of, state_of
from league.tournaments.queries.tournaments import latest_at, tournaments_at


class CardLine(NamedTuple):
    """A line of a club's card: a link, and what is next there in a few words."""

    href: str
    words: str
    next: str


def tournaments_on_cards(_request: HttpRequest, clubs: Sequence[Club]) -> dict[int, list[CardLine]]:
    """Return the latest tournaments of each club, running ones first."""
    found: dict[int, list[CardLine]] = defaultdict(list)
    for tournament in latest_at(clubs):
        href = reverse("tournaments:tournament", args=[tournament.public_id, tournament.slug])
        found[tournament.club_id].append(CardLine(href, tournament.name, _next_date(tournament) or _state(tournament)))
    return found


def _next_date(tournament: Any) -> str:
    """Return the next date of a tournament `with_dates`, in words; "" without one."""
    if tournament.is_running and tournament.night_day and not tournament.night_closed:
        return _("Club night in progress")
    if tournament.is_running and tournament.next_due:
        return _("Play by %(day)s") % {"day": _day(tournament.next_due, tournament)}
    if tournament.is_running and tournament.night_day:
        return _("Last club night: %(day)s") % {"day": date_format(tournament.night_day, _("j F"))}
    if tournament.takes_entries and tournament.begins_at:
        return _("Starts on %(day)s") % {"day": _day(tournament.begins_at, tournament)}
    return ""


def _state(tournament: Any) -> str:
    if tournament.is_running and tournament.latest_round:
        return _("Round %(round)s") % {"round": tournament.latest_round}
    return state_of(tournament)[1]


def _day(at: datetime, tournament: Tournament) -> str:
    """Return the day at the club."""
    return date_format(timezone.localtime(at, ZoneInfo(tournament.club.time_zone)), _("j F"))


def tournaments_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the latest tournaments of the club, running ones first, each with its next date, and links."""
    rows = [row._replace(next=_next_date(row.tournament)) for row in rows_of(tournaments_at(club.pk))]
    ways = {"new_href": "tournaments:new", "file_href": "tournaments:from-file"}
    return {"rows": rows} | {
        name: reverse(to, args=[club.slug]) if rights.organise else "" for name, to in ways.items()
    }
