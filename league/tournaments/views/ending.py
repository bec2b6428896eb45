"""The organiser ends a tournament early, reopens it, or makes the next season."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.members.queries import account_of
from league.shared.errors import Conflict
from league.shared.forms import faults_on
from league.tournaments.errors import TooManyOnServer
from league.tournaments.forms.ending import EndForm, NextSeasonForm
from league.tournaments.selectors.ending import ending_now, taken_along
from league.tournaments.selectors.listing import tournament_run_by
from league.tournaments.services.ending import end_early, reopen
from league.tournaments.services.following import make_next_season, next_name
from league.tournaments.views.entering import desk_facts


@login_required
@require_http_methods(["GET", "POST"])
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the tournament early, after showing what counts and what does not."""
    event = tournament_run_by(public_id, request.user)
    form = EndForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with faults_on(form):
            end_early(tournament=event, by=account_of(request), note=form.cleaned_data["note"])
            messages.success(request, _("%(tournament)s is finished.") % {"tournament": event})
            return redirect("tournaments:tournament", event.public_id, event.slug)
    facts = desk_facts(event) | {"form": form, "now": ending_now(event)}
    return render(request, "tournaments/end.html", facts)


@login_required
@require_POST
def reopen_event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on with a tournament that is over."""
    event = tournament_run_by(public_id, request.user)
    try:
        reopen(tournament=event, by=account_of(request))
    except (Conflict, TooManyOnServer) as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("%(tournament)s was reopened.") % {"tournament": event})
    return redirect("tournaments:desk", event.public_id)


@login_required
@require_http_methods(["GET", "POST"])
def next_season(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make the next season with the same settings and players."""
    event = tournament_run_by(public_id, request.user)
    sent = request.POST if request.method == "POST" else None
    form = NextSeasonForm(sent, initial={"name": next_name(event.name)})
    if form.is_valid():
        with faults_on(form):
            made = make_next_season(tournament=event, by=account_of(request), name=form.cleaned_data["name"])
            messages.success(request, _("%(season)s is ready for its first club night.") % {"season": made})
            return redirect("tournaments:desk", made.public_id)
    return render(
        request, "tournaments/next_season.html", desk_facts(event) | {"form": form, "players": len(taken_along(event))}
    )
