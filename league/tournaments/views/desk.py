"""The organiser's doors: make a tournament, enter players, start it, type in results."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.selectors import club_run_by
from league.members.people import account_of
from league.shared.forms import faults_on
from league.tournaments.forms import EntriesForm, KindForm, ResultsForm, TournamentForm
from league.tournaments.models import Tournament
from league.tournaments.selectors import overview as telling
from league.tournaments.selectors.desk import open_legs
from league.tournaments.selectors.entries import entries_of, entry_in
from league.tournaments.selectors.listing import tournament_run_by, tournament_scored_by
from league.tournaments.services import cancel, enter_players, make_tournament, report_results, start, withdraw

ROOM = "tournaments"
KIND = ("game", "format", "venue")


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a tournament in two steps: what is played and how, then all the rest."""
    club = club_run_by(slug, request.user)
    kind = KindForm(request.GET or None)
    if not kind.is_valid():
        return render(request, "tournaments/new.html", {"room": ROOM, "club": club, "kind": kind})
    form = TournamentForm(_sent(request), **kind.cleaned_data)
    if form.is_valid():
        with faults_on(form):
            event = make_tournament(club=club, by=account_of(request), **form.choices())
            messages.success(request, _("%(tournament)s is a draft. Enter its players next.") % {"tournament": event})
            return redirect("tournaments:entries", event.public_id)
    return render(request, "tournaments/new.html", {"room": ROOM, "club": club, "form": form, "chosen": kind})


@login_required
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who plays: tick those who do, take out those who do not."""
    event = tournament_run_by(public_id, request.user)
    form = EntriesForm(_sent(request), tournament=event)
    if form.is_valid():
        with faults_on(form):
            entered = enter_players(tournament=event, players=form.cleaned_data["players"], by=account_of(request))
            sentence = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(entered))
            messages.success(request, sentence % {"count": len(entered)})
            return redirect("tournaments:entries", event.public_id)
    return render(request, "tournaments/entries.html", _desk(event) | {"form": form, "entries": entries_of(event)})


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, public_id: str, entry: str) -> HttpResponse:
    """Take an entry out: from a draft at once, from a running event after asking."""
    event = tournament_run_by(public_id, request.user)
    leaver = entry_in(event, entry)
    if request.method == "POST":
        withdraw(entry=leaver, by=account_of(request))
        messages.success(request, _("%(player)s is out.") % {"player": leaver.player})
        return redirect("tournaments:entries", event.public_id)
    return render(request, "tournaments/leave.html", _desk(event) | {"entry": leaver})


@login_required
@require_POST
def start_event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Close the entries and publish what can be played."""
    event = start(tournament=tournament_run_by(public_id, request.user), by=account_of(request))
    messages.success(request, _("%(tournament)s has started.") % {"tournament": event})
    return redirect("tournaments:tournament", event.public_id, event.slug)


@login_required
@require_http_methods(["GET", "POST"])
def cancel_event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Call the event off, after asking once."""
    event = tournament_run_by(public_id, request.user)
    if request.method == "POST":
        cancel(tournament=event, by=account_of(request))
        messages.success(request, _("%(tournament)s is called off.") % {"tournament": event})
        return redirect("tournaments:tournament", event.public_id, event.slug)
    return render(request, "tournaments/cancel.html", _desk(event))


@login_required
@require_http_methods(["GET", "POST"])
def results(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Type in what the tables of a round came to."""
    event = tournament_scored_by(public_id, request.user)
    form = ResultsForm(_sent(request), legs=open_legs(event, number))
    if form.is_valid():
        with faults_on(form):
            reports = form.reports()
            report_results(tournament=event, reports=reports, by=account_of(request))
            sentence = ngettext("%(count)d result is entered.", "%(count)d results are entered.", len(reports))
            messages.success(request, sentence % {"count": len(reports)})
            return redirect("tournaments:round", event.public_id, event.slug, number)
    return render(request, "tournaments/results.html", _desk(event) | {"form": form, "number": number})


def _sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: also an empty sheet is an answer."""
    return request.POST if request.method == "POST" else None


def _desk(event: Tournament) -> dict[str, Any]:
    return {"room": ROOM, "event": event, "state": telling.state_of(event), "summary": telling.summary_of(event)}
