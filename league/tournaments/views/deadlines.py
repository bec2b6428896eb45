"""The organiser's doors to deadlines: the plan, what is overdue, and what is put off."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.members.queries import account_of
from league.shared.forms import faults_on
from league.tournaments.errors import DeadlineRefused
from league.tournaments.forms.deadlines import DeadlinesForm, MoveForm
from league.tournaments.selectors.deadlines import overdue_tables, rounds_due
from league.tournaments.selectors.listing import tournament_run_by
from league.tournaments.services.deadlines import end_of, move_deadline, set_deadlines
from league.tournaments.views.entering import desk_facts

A_WEEK = timedelta(days=7)


@login_required
@require_http_methods(["GET", "POST"])
def deadlines(request: HttpRequest, public_id: str) -> HttpResponse:
    """Plan when rounds are to be played by; with it what is overdue, and the rounds that are being played."""
    event = tournament_run_by(public_id, request.user)
    form = DeadlinesForm(request.POST if request.method == "POST" else None, event=event)
    if form.is_valid():
        with faults_on(form):
            event = set_deadlines(tournament=event, deadlines=form.deadlines(), by=account_of(request))
            messages.success(
                request, _("The deadlines were saved.") if event.first_due_at else _("The deadlines were removed.")
            )
            return redirect("tournaments:deadlines", event.public_id)
    facts = {
        "form": form,
        "overdue": overdue_tables(event),
        "rounds": rounds_due(event),
        "in_a_week": timezone.localdate(timezone=ZoneInfo(event.club.time_zone)) + A_WEEK,
    }
    return render(request, "tournaments/deadlines.html", desk_facts(event) | facts)


@login_required
@require_POST
def move(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Give a round, or one table of it, another day."""
    event = tournament_run_by(public_id, request.user)
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise DeadlineRefused(form.fault())
    due_at, table = end_of(form.cleaned_data["day"], event.club.time_zone), form.cleaned_data["table"]
    move_deadline(tournament=event, number=number, due_at=due_at, table=table, by=account_of(request))
    told = (
        _("The deadline of round %(round)d, table %(table)d was changed.")
        if table
        else _("The deadline of round %(round)d was changed.")
    )
    messages.success(request, told % {"table": table, "round": number})
    return redirect("tournaments:deadlines", event.public_id)
