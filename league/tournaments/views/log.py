"""What was changed in an event, for those who run it."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.members.audit_log import changes_of_event, lines_of
from league.tournaments.selectors.listing import tournament_run_by

PAGE = 50


@login_required
@require_safe
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every change of an event, the latest first."""
    event = tournament_run_by(public_id, request.user)
    page = Paginator(changes_of_event(event.public_id), PAGE).get_page(request.GET.get("page"))
    facts = {"room": "tournaments", "event": event, "page": page, "lines": lines_of(list(page))}
    return render(request, "tournaments/log.html", facts)
