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
    for event in latest_at(clubs):
        href = reverse("tournaments:tournament", args=[event.public_id, event.slug])
        found[event.club_id].append(CardLine(href, event.name, _next_date(event) or _state(event)))
    return found


def _next_date(event: Any) -> str:
    """Return the next date of a tournament `with_dates`, in words; "" without one."""
    if event.is_running and event.night_day and not event.night_closed:
        return _("Club night in progress")
    if event.is_running and event.next_due:
        return _("Play by %(day)s") % {"day": _day(event.next_due, event)}
    if event.is_running and event.night_day:
        return _("Last club night: %(day)s") % {"day": date_format(event.night_day, _("j F"))}
    if event.takes_entries and event.begins_at:
        return _("Starts on %(day)s") % {"day": _day(event.begins_at, event)}
    return ""


def _state(event: Any) -> str:
    if event.is_running and event.latest_round:
        return _("Round %(round)s") % {"round": event.latest_round}
    return state_of(event)[1]


def _day(at: datetime, event: Tournament) -> str:
    """Return the day at the club."""
    return date_format(timezone.localtime(at, ZoneInfo(event.club.time_zone)), _("j F"))


def tournaments_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the latest tournaments of the club, running ones first, each with its next date, and links."""
    rows = [row._replace(next=_next_date(row.event)) for row in rows_of(tournaments_at(club.pk))]
    ways = {"new_href": "tournaments:new", "file_href": "tournaments:from-file"}
    return {"rows": rows} | {
        name: reverse(to, args=[club.slug]) if rights.organise else "" for name, to in ways.items()
    }
