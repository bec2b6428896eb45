"""Table links: players report results with a phone that took a seat.

The phone keeps a secret in a signed cookie for the URL of its table only; the database has its hash.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.permissions import rights_of
from league.common.errors import Refusal, Unavailable
from league.common.forms import refusals_as_messages
from league.common.ip_limits import RateLimit
from league.common.live import watch
from league.common.phone_links import site_for_links
from league.common.responses import render_part
from league.results.errors import NoSuchReport
from league.results.models import Report
from league.results.score_sheets.forms import ScoreSheetForm
from league.tournaments.errors import NoSuchTable, SeatTaken, TooManyGuesses
from league.tournaments.models.rounds import KEY_LENGTH
from league.tournaments.presenters.table_links import AtTable, at_table, card_of
from league.tournaments.queries.clock import clock_of_round
from league.tournaments.queries.table_links import is_valid, link_with
from league.tournaments.services import table_links
from league.tournaments.views.decorators import ROOM

COOKIE = "seat"
LIFE = timedelta(days=3)  # a weekend and a little more

View = Callable[..., HttpResponse]

WITHIN = 600  # seconds
GUESSES = RateLimit("table-guesses", 100, WITHIN)  # wrong keys


def private_page(view: View) -> View:
    """Decorate a page with a printed key: no caching, no indexing, no referrer to other sites."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        answer["X-Robots-Tag"] = "noindex, nofollow"
        answer["Referrer-Policy"] = "same-origin"  # with "no-referrer", browsers would omit the origin of forms
        return answer

    return never_cache(shown)


def secret_of(request: HttpRequest, key: str) -> str:
    """Return the phone's secret for this key; "" if it has none or the signature is wrong."""
    return request.get_signed_cookie(COOKIE, default="", salt=_salt(key), max_age=LIFE) or ""


def store_secret(answer: HttpResponse, key: str, secret: str) -> None:
    """Store a secret for this key in a cookie of the phone."""
    answer.set_signed_cookie(
        COOKIE,
        secret,
        salt=_salt(key),
        max_age=LIFE,
        path=f"/t/{key}/",
        secure=settings.BEHIND_TLS,
        httponly=True,
        samesite="Lax",
    )


def _salt(key: str) -> str:
    return f"moothill.table.{key}"


def hash_of(secret: str) -> str:
    """Return the hash stored in the database; "" for no secret."""
    return sha256(secret.encode()).hexdigest() if secret else ""


@private_page
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Enter the code of a card, in any case, with or without hyphen; redirect to its table."""
    typed = request.GET.get("key", "")
    key = _key_of(typed)
    if len(key) == KEY_LENGTH and key.isalnum():
        return redirect("tournaments:table", key)
    fault = _("A code has %(length)d letters and digits. Check the table card.") % {"length": KEY_LENGTH}
    context = {"room": ROOM, "typed": typed[:40], "fault": fault if typed else ""}
    return render(request, "tournaments/at_table/find.html", context)


@private_page
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The table: players, reports, and the form for the current game."""
    if key != _key_of(key) != "":
        return redirect("tournaments:table", _key_of(key))
    return _page(request, _open_table(request, key))


@private_page
@require_POST
def take_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Choose a seat; this phone reports for it from now on."""
    here = _open_table(request, key)
    secret = secret_of(request, key) or secrets.token_urlsafe(32)
    answer = redirect("tournaments:table", key)
    with refusals_as_messages(request):
        if here.me and not here.me.voice:
            raise SeatTaken(_("You are signed in. You can answer only for your own seat."))
        seat = request.POST.get("seat", "")
        table_links.take_seat(link=here.link, seat=int(seat) if seat in set("01234") else -1, browser=hash_of(secret))
        store_secret(answer, key, secret)
    return answer


@private_page
@require_POST
def leave_seat(request: HttpRequest, key: str) -> HttpResponse:
    """Give up a seat chosen by mistake."""
    here = _open_table(request, key)
    with refusals_as_messages(request):
        table_links.leave_seat(link=here.link, browser=hash_of(secret_of(request, key)))
    return redirect("tournaments:table", key)


@private_page
@require_POST
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Report a result; invalid values are shown with error messages."""
    here = _open_table(request, key)
    table, me = here.sheet_table, here.me
    if me is None or table is None or not here.is_open:
        return _too_late(request, here)
    form = ScoreSheetForm(request.POST, club=here.tournament.club, table=table)
    if form.is_valid():
        try:
            table_links.report_at_table(reporter=me, form=form)
            return redirect("tournaments:table", key)
        except Unavailable:
            raise
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    return _page(request, _open_table(request, key), form)


@private_page
@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Confirm a report, or dispute it with a reason."""
    here = _open_table(request, key)
    seen = next((report for report in here.reports if report.public_id == request.POST.get("report")), None)
    if here.me is None:
        return _too_late(request, here)
    with refusals_as_messages(request):
        if seen is None:
            raise NoSuchReport(_("The report was withdrawn or decided before you answered. Check the current result."))
        agrees = "agrees" in request.POST
        reason = request.POST.get("reason", "")[:400]
        answered = table_links.answer_at_table(reporter=here.me, report=seen, agrees=agrees, reason=reason)
        if answered.status == Report.Status.ENTERED:
            messages.success(request, _("Thank you. The result counts now."))
    return redirect("tournaments:table", key)


def _open_table(request: HttpRequest, key: str) -> AtTable:
    """Return the table of the key. Raise `TooManyGuesses`, or `NoSuchTable` if the key is invalid."""
    secret = secret_of(request, key)
    link = link_with(key)
    if link is None and not secret:
        if GUESSES.is_reached(request):
            raise TooManyGuesses(
                _("Your network has opened too many wrong links. Wait ten minutes, or ask the organiser.")
            )
        GUESSES.note(request)
    if link is None or not is_valid(link):
        raise NoSuchTable(
            _(
                "This table link does not work. The organiser may have revoked it or unpublished the round, or the "
                "address is mistyped. Ask the organiser for the link of your table."
            )
        )
    return at_table(link, request.user, hash_of(secret))


def _page(request: HttpRequest, here: AtTable, form: ScoreSheetForm | None = None) -> HttpResponse:
    watch(request, here.tournament.topic)
    rights = rights_of(request.user, here.tournament.club)
    context = {
        "room": ROOM,
        "here": here,
        "tournament": here.tournament,
        "rights": rights,
        "clock": clock_of_round(here.tournament, here.link.pairing.round),
        "card": card_of(here.link, site_for_links(request)),
        "otherwise": "otherwise" in request.GET or form is not None,
        "form": _form(here, form),
    }
    return render_part(
        request, context, page="tournaments/at_table/table.html", fragment="tournaments/at_table/_now.html"
    )


def _form(here: AtTable, sent: ScoreSheetForm | None) -> ScoreSheetForm | None:
    """Return the form as it was sent, or a new one; None if the reader cannot report."""
    table = here.sheet_table if here.me and here.is_open else None
    if table is None:
        return None
    return sent or ScoreSheetForm(club=here.tournament.club, table=table)


def _too_late(request: HttpRequest, here: AtTable) -> HttpResponse:
    messages.error(
        request,
        _("Choose your name first.")
        if here.me is None
        else _("This table already has a result. You do not need to report it."),
    )
    return redirect("tournaments:table", here.link.key)


def _key_of(typed: str) -> str:
    return typed.strip().lower().replace("-", "").replace(" ", "")
