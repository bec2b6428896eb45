"""Calendars for calendar programs, and the page where somebody makes theirs."""

from collections.abc import Sequence
from hashlib import sha256

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.rules import Asker
from league.clubs.selectors import club_seen_by, memberships_of_account
from league.members.people import account_of
from league.shared.phone_links import site_for_links
from league.sharing.calendars import Item, as_ics
from league.sharing.selectors.calendars import items_of_account, items_of_club, items_of_event
from league.sharing.selectors.keys import account_behind, asker_behind, key_of
from league.sharing.services.keys import end_calendar, make_calendar
from league.sharing.services.stamps import states_of
from league.tournaments.selectors.listing import tournament_seen_by


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A club's calendar, for whoever may read its page."""
    return _of_club(request, slug, request.user)


@require_safe
def event_calendar(request: HttpRequest, public_id: str, slug: str) -> HttpResponseBase:  # noqa: ARG001  (for readers)
    """An event's calendar, for whoever may read its page."""
    return _of_event(request, public_id, request.user)


@require_safe
def own_games(request: HttpRequest, key: str) -> HttpResponseBase:
    """What somebody plays in, by their key."""
    account = account_behind(key)
    with translation.override(account.reads_in or settings.LANGUAGE_CODE):
        title = _("My games at Moothill")
        return _by_key(_answer(request, title, account.time_zone, items_of_account(account)))


@require_safe
def club_by_key(request: HttpRequest, key: str, slug: str) -> HttpResponseBase:
    """A club's calendar as the holder of a key may see it now."""
    return _by_key(_of_club(request, slug, asker_behind(key)))


@require_safe
def event_by_key(request: HttpRequest, key: str, public_id: str) -> HttpResponseBase:
    """An event's calendar as the holder of a key may see it now."""
    return _by_key(_of_event(request, public_id, asker_behind(key)))


@never_cache
@login_required
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """The addresses of somebody's calendars."""
    account = account_of(request)
    key = key_of(account)
    clubs = [place.club for place in memberships_of_account(account)] if key else []
    site = site_for_links(request)
    rows = [(club, site + reverse("sharing:club-by-key", args=[key, club.slug])) for club in clubs]
    mine = site + reverse("sharing:own-games", args=[key]) if key else ""
    facts = {"mine": mine, "webcal": _webcal(mine), "rows": rows}
    return render(request, "sharing/calendar.html", facts)


@login_required
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Make the addresses, or others than before."""
    make_calendar(account=account_of(request))
    messages.success(request, _("New links created. The old links no longer work."))
    return redirect("sharing:calendar")


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """End the addresses."""
    end_calendar(account=account_of(request))
    messages.success(request, _("Your calendar links were deleted."))
    return redirect("sharing:calendar")


def _of_club(request: HttpRequest, slug: str, asker: Asker) -> HttpResponseBase:
    club = club_seen_by(slug, asker)
    return _answer(request, club.name, club.time_zone, items_of_club(club))


def _of_event(request: HttpRequest, public_id: str, asker: Asker) -> HttpResponseBase:
    event, _rights = tournament_seen_by(public_id, asker)
    return _answer(request, event.name, event.club.time_zone, items_of_event(event))


def _answer(request: HttpRequest, title: str, zone: str, items: Sequence[Item]) -> HttpResponseBase:
    """The calendar, or that it is as the program has it."""
    body = as_ics(title, zone, items, states_of(items))
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="moothill.ics"'
    answer["Cache-Control"] = "private, max-age=300"
    answer["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _by_key(answer: HttpResponseBase) -> HttpResponseBase:
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _webcal(address: str) -> str:
    """The address as a link that opens the calendar program."""
    return f"webcal://{address.partition('://')[2]}" if address else ""
