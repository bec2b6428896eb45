"""The daily report on the bots of an account, and the end of its mails."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.ladder.errors import NoSuchLadder
from games.ladder.morning.selectors import morning_of
from games.ladder.morning.services import KIND, account_of_link
from league.members.people import account_of
from league.members.services.telling import choose_notices


@login_required
@require_safe
def morning(request: HttpRequest) -> HttpResponse:
    """The latest daily report."""
    return _page(request, None)


@login_required
@require_safe
def day(request: HttpRequest, written: str) -> HttpResponse:
    """The daily report of a day."""
    try:
        return _page(request, date.fromisoformat(written))
    except ValueError as error:
        raise NoSuchLadder(_("Enter the date as YYYY-MM-DD, for example 2026-11-23.")) from error


@login_required
@require_POST
def mail(request: HttpRequest) -> HttpResponse:
    """Whether the reader is written mails."""
    wanted = request.POST.get("wanted") == "yes"
    choose_notices(account=account_of(request), wanted={KIND: wanted})
    messages.success(request, _("Daily report e-mails are on.") if wanted else _("Daily report e-mails are off."))
    return redirect("morning:morning")


@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, token: str) -> HttpResponse:
    """No more mails, by the link in one of them, after a press of a button: whoever scans mails follows links."""
    account = account_of_link(token)
    is_done = request.method == "POST"
    if is_done:
        choose_notices(account=account, wanted={KIND: False})
    return render(request, "ladder/no_morning.html", {"room": "bots", "is_done": is_done})


def _page(request: HttpRequest, wanted: date | None) -> HttpResponse:
    account = account_of(request)
    facts = {"room": "bots", "morning": morning_of(account, wanted)}
    return render(request, "ladder/morning.html", facts)
