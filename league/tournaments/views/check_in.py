"""Pages before the start: registration and check-in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.accounts.queries import account_of
from league.common.live import watch
from league.common.responses import render_part, wants_fragment
from league.tournaments.models import Tournament
from league.tournaments.presenters.check_in import check_in_of
from league.tournaments.queries.entries import entry_in
from league.tournaments.queries.tournaments import latest_evening, tournament_seen_by
from league.tournaments.services.registration import (
    check_in,
    close_registration,
    open_check_in,
    open_registration,
    register,
    unregister,
)
from league.tournaments.views.decorators import desk_facts, organiser_view, scorer_view

PHASES = {"registration": open_registration, "check-in": open_check_in, "draft": close_registration}


@login_required
@require_POST
def registration(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (of the address)
    """Register the signed-in player, or withdraw."""
    event, _rights = tournament_seen_by(public_id, request.user)
    if request.POST.get("out"):
        unregister(tournament=event, by=account_of(request))
        messages.success(request, _("You have withdrawn from %(event)s.") % {"event": event})
    else:
        entry = register(tournament=event, by=account_of(request))
        waits, enters = _("You are on the waiting list of %(event)s."), _("You are entered in %(event)s.")
        messages.success(request, (waits if event.keeps_waiting(entry.number) else enters) % {"event": event})
    return redirect("tournaments:tournament", event.public_id, event.slug)


@organiser_view("POST")
def phase(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Open registration or check-in, or make it a draft again."""
    move = PHASES.get(request.POST.get("to", ""))
    if move is not None:
        move(tournament=event, by=account_of(request))
    there = "tournaments:check-in" if move is open_check_in else "tournaments:desk"
    return redirect(there, event.public_id)


@scorer_view()
def who_is_here(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The check-in list."""
    return _check_in(request, event)


@scorer_view("POST")
def tick(request: HttpRequest, event: Tournament, entry: str) -> HttpResponse:
    """Mark an entry as here or not here."""
    check_in(entry=entry_in(event, entry), is_here=request.POST.get("here") == "1", by=account_of(request))
    if wants_fragment(request):
        return _check_in(request, event)
    return redirect(_check_in_page(event, only_missing=_only_missing(request)))


@organiser_view()
def starting(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Before the start: absent players, and the choice between removal and a bye in round 1."""
    return render(request, "tournaments/starting.html", desk_facts(request, event) | {"door": check_in_of(event)})


def _check_in(request: HttpRequest, event: Tournament) -> HttpResponse:
    watch(request, event.topic)
    is_open = event.status == Tournament.Status.CHECK_IN  # only then are there a search and a filter
    only_missing = is_open and _only_missing(request)
    night = latest_evening(event) if event.by_evenings else None
    door = check_in_of(event, request.GET.get("q", "") if is_open else "", only_missing=only_missing, night=night)
    here = _check_in_page(event, only_missing=only_missing)
    facts = desk_facts(request, event) | {"door": door, "night": night, "here": here}
    return render_part(request, facts, page="tournaments/check_in.html", fragment="tournaments/_check_in.html")


def _only_missing(request: HttpRequest) -> bool:
    return "missing" in request.GET


def _check_in_page(event: Tournament, *, only_missing: bool) -> str:
    page = reverse("tournaments:check-in", args=[event.public_id])
    return f"{page}?missing=1" if only_missing else page
