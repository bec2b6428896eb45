"""The organiser's desk: what is next there, the start, the results of a round, and calling it off."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.permissions import rights_of
from league.members.queries import account_of
from league.results.entries import NewResult
from league.results.subjects import consequences_of_all, entry_of
from league.shared.forms import faults_on
from league.shared.live import watch
from league.shared.responses import render_part
from league.tournaments.desk_parts import next_step, parts_for
from league.tournaments.errors import StaleResult
from league.tournaments.forms.results import Clash, ResultsForm, clashes_of
from league.tournaments.models import Tournament
from league.tournaments.selectors.clashes import decided_legs
from league.tournaments.selectors.desk import open_legs, reported_legs, typed_legs, versions_of, withdrawn_legs
from league.tournaments.selectors.registration import door_of
from league.tournaments.services.entry_list import LEFT_OUT
from league.tournaments.services.reporting import check_outcomes, report_results, report_what_fits, unpublished
from league.tournaments.services.running import cancel, start
from league.tournaments.views.shared import desk_facts, organiser_view, posted, scorer_view


@scorer_view()
def at_the_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Where the event stands, the one next step, and every part of the desk: for organisers and scorers."""
    rights = rights_of(request.user, event.club)
    watch(request, event.topic, event.desk_topic, f"pool:{event.pool.public_id}")
    lying = {"step": next_step(event, rights), "parts": parts_for(event, rights)}
    facts = desk_facts(event) | lying | {"rights": rights, "here": request.get_full_path()}
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
    return render(request, "tournaments/cancel.html", desk_facts(event))


@scorer_view("GET", "POST")
def results(request: HttpRequest, event: Tournament, number: int) -> HttpResponse:
    """Type in what the tables of a round came to."""
    form = _sheet(event, number, posted(request))
    hidden = unpublished(form.legs[0].leg) if form.legs and not form.is_bound else None
    if hidden is not None:
        messages.error(request, hidden.message)
        return redirect("tournaments:desk-round", event.public_id, number)
    facts = desk_facts(event) | {"form": form, "number": number, "withdrawn": withdrawn_legs(event, number)}
    facts |= {"clashes": _clashes(request, event, number, form), "rights": rights_of(request.user, event.club)}
    if form.is_bound and form.says_what_it_saw and not form.has_error("played_on") and not form.is_late:
        return _typed_in(request, event, number, form, facts)
    if form.is_valid() and not facts["clashes"]:
        with faults_on(form):
            outcomes = form.outcomes()
            if form.is_late and "confirmed" not in request.POST:
                entries = check_outcomes(tournament=event, outcomes=outcomes, by=account_of(request))
                return _foreseen(request, event, entries, facts)
            report_results(tournament=event, outcomes=outcomes, by=account_of(request))
            sentence = ngettext("%(count)d result was entered.", "%(count)d results were entered.", len(outcomes))
            messages.success(request, sentence % {"count": len(outcomes)})
            return redirect("tournaments:round", event.public_id, event.slug, number)
    return render(request, "tournaments/results.html", facts)


def _sheet(event: Tournament, number: int, sent: QueryDict | None) -> ResultsForm:
    legs = open_legs(event, number)
    versions = versions_of([one.leg.subject for one in legs])
    return ResultsForm(sent, legs=legs, club=event.club, versions=versions, reports=reported_legs(legs))


def _typed_in(
    request: HttpRequest, event: Tournament, number: int, form: ResultsForm, facts: dict[str, Any]
) -> HttpResponse:
    """Take what can be taken, a game at a time; the rest comes back with what is wrong, and with both versions."""
    outcomes = form.outcomes()
    refused = report_what_fits(tournament=event, outcomes=outcomes, by=account_of(request)) if outcomes else []
    entered = len(outcomes) - len(refused)
    if entered:
        sentence = ngettext("%(count)d result was entered.", "%(count)d results were entered.", entered)
        messages.success(request, sentence % {"count": entered})
    at_fault = {refusal.field for refusal in refused}
    taken = {one.leg.pk for one in outcomes if one.field not in at_fault}
    again = _sheet(event, number, form.without(taken))
    clashes = _clashes(request, event, number, again)
    said = [one for one in refused if one.field in again.fields or not isinstance(one, StaleResult)]
    if form.is_valid() and not said and not clashes:
        return redirect("tournaments:round", event.public_id, event.slug, number)
    for refusal in said:
        again.add_error(refusal.field if refusal.field in again.fields else None, refusal.message)
    return render(request, "tournaments/results.html", facts | {"form": again, "clashes": clashes})


def _clashes(request: HttpRequest, event: Tournament, number: int, form: ResultsForm) -> list[Clash]:
    """Games that were typed here and entered elsewhere meanwhile, and about which nothing is chosen yet."""
    if not form.typed_elsewhere:
        return []
    return clashes_of(form.data, decided_legs(event, number, form.typed_elsewhere, request.user))


def _foreseen(
    request: HttpRequest, event: Tournament, entries: Sequence[NewResult], facts: dict[str, Any]
) -> HttpResponse:
    """What late results would change, to be confirmed; or the sheet again, which keeps what was typed."""
    if "again" in request.POST:
        return render(request, "tournaments/results.html", facts)
    consequences = consequences_of_all([entry_of(event.pool, entry) for entry in entries], request.user)
    foreseen = {"typed": typed_legs(facts["form"].legs, entries), "consequences": consequences}
    return render(request, "tournaments/results_late.html", facts | foreseen)
