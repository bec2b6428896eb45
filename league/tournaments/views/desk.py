"""The organiser's page: what is next there, the start, and calling it off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.members.queries import account_of
from league.shared.live import watch
from league.shared.responses import render_part
from league.tournaments.desk_parts import next_step, parts_for
from league.tournaments.models import Tournament
from league.tournaments.selectors.board import board_of
from league.tournaments.selectors.registration import door_of
from league.tournaments.services.entry_list import LEFT_OUT
from league.tournaments.services.running import cancel, start
from league.tournaments.views.shared import desk_facts, organiser_view, scorer_view


@scorer_view()
def at_the_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Where the event stands, the one next step, the round as tiles and every other part: organisers and scorers."""
    watch(request, event.topic, event.desk_topic, f"pool:{event.pool.public_id}")
    facts = desk_facts(request, event)
    rights = facts["rights"]
    facts |= {
        "step": next_step(event, rights),
        "board": board_of(event, rights, request.user, request.GET.get("round", "")),
        "parts": parts_for(event, rights),
        "here": request.get_full_path(),
    }
    return render_part(request, facts, page="tournaments/desk.html", fragment="tournaments/_desk_inside.html")


@organiser_view("POST")
def start_event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Close the entries and publish what can be played; where somebody is not there, look at that first."""
    absent = request.POST.get("absent", "")
    if not absent and event.status == Tournament.Status.CHECK_IN and door_of(event).missing:
        return redirect("tournaments:starting", event.public_id)
    event = start(tournament=event, by=account_of(request), absent=absent or LEFT_OUT)
    messages.success(request, _("%(tournament)s has started.") % {"tournament": event})
    if event.pace == Tournament.Pace.DESK:
        return redirect("tournaments:desk", event.public_id)
    return redirect("tournaments:tournament", event.public_id, event.slug)


@organiser_view("GET", "POST")
def cancel_event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Cancel the tournament, after asking once."""
    if request.method == "POST":
        cancel(tournament=event, by=account_of(request))
        messages.success(request, _("%(tournament)s was cancelled.") % {"tournament": event})
        return redirect("tournaments:tournament", event.public_id, event.slug)
    return render(request, "tournaments/cancel.html", desk_facts(request, event))
