"""The organiser's decision on a report: what counts, what it would change, and why."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.accounts.queries import account_of
from league.clubs.permissions import Asker, rights_of
from league.common.forms import faults_on
from league.results.errors import NotAtTheTable
from league.results.ledger_entries import NewResult, SeatResult, is_rated
from league.results.models import Report, Result
from league.results.queries import chain_of, results_of
from league.results.reports import presenters, queries
from league.results.reports.forms import TYPED, DecisionForm, DecisionReasonForm
from league.results.result_claims import seats_of
from league.results.services.corrections import endings_chosen
from league.results.services.disputes import decide_reports
from league.results.subjects import (
    Change,
    Consequence,
    consequences_of,
    correction_of,
    digest_of,
    entry_of,
    locked_table,
)


def result_beside(report: Report) -> Result | None:
    """Return the present result in the ledger."""
    return next(iter(results_of([report.subject])), None)


def if_entered(report: Report, asker: Asker) -> list[Consequence]:
    """Preview the effects of entering just this report."""
    return if_decided(report, seats_of(report), report.how, asker, report.ending)


def if_decided(
    report: Report, seats: tuple[SeatResult, ...], how: str, asker: Asker, ending: str = ""
) -> list[Consequence]:
    """Preview the effects of this result."""
    return consequences_of(_change(report, seats, how, ending), asker)


def _change(report: Report, seats: tuple[SeatResult, ...], how: str, ending: str) -> Change:
    rated = not ending or is_rated(report.pool.game, ending, endings_chosen(report.subject))
    if result_beside(report) is None:
        new = NewResult(report.subject, seats, how, played_at=report.played_at, is_rated=rated, ending=ending)
        return entry_of(report.pool, new)
    return correction_of(chain_of(report.subject), how, seats, ending, is_rated=rated)


ROOM = "clubs"


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose what counts (GET), show what it changes, and ask for a reason (POST)."""
    seen = _decided_by(request, public_id)
    if seen.status not in queries.LIVE:
        return redirect("reports:report", public_id)
    form = _choice(request, seen)
    if not form.is_valid():
        return render(request, "reports/decide.html", _facts(request, seen) | {"form": form})
    reason = DecisionReasonForm(request.POST if request.method == "POST" else None)
    is_stale = False
    if reason.is_valid():
        with faults_on(reason), transaction.atomic():
            locked_table(seen.subject)  # nothing changes between the check of the preview and the entry
            digest = digest_of(_foreseen(request, seen, form))
            is_stale = request.POST.get("foreseen", digest) != digest
            if not is_stale:
                _decide(request, seen, form, reason.cleaned_data["reason"])
                messages.success(request, _("Decision saved. The players who reported the game can see your reason."))
                return redirect("reports:report", public_id)
    consequences = _foreseen(request, seen, form)
    facts = _facts(request, seen) | {"form": form, "reason": reason, "consequences": consequences}
    facts |= {"digest": digest_of(consequences), "is_stale": is_stale}
    return render(request, "reports/decide.html", facts, status=HTTPStatus.CONFLICT if is_stale else HTTPStatus.OK)


def _decided_by(request: HttpRequest, public_id: str) -> Report:
    """The report, for an organiser of its club. Raise `NoSuchReport`, `NotAtTheTable`."""
    seen = queries.report_seen_by(public_id, request.user)
    if not rights_of(request.user, seen.club).organise:
        raise NotAtTheTable(
            _("Only an organiser of %(club)s can resolve this dispute. Ask one of them.") % {"club": seen.club}
        )
    return seen


def _choice(request: HttpRequest, seen: Report) -> DecisionForm:
    sent = request.POST if request.method == "POST" else request.GET
    return DecisionForm(
        sent if "choice" in sent else None,
        players=[seat.player for seat in seen.seats.all()],
        game=seen.pool.game,
        endings=endings_chosen(seen.subject),
        reports=[seen, *queries.reports_beside(seen)],
        result=result_beside(seen),
    )


def _decide(request: HttpRequest, seen: Report, form: DecisionForm, reason: str) -> None:
    is_typed = form.cleaned_data["choice"] == TYPED
    decide_reports(
        subject=seen.subject,
        by=account_of(request),
        seats=form.seats if is_typed else None,
        report=form.report,
        reason=reason,
        ending=form.ended_early if is_typed else "",
    )


def _foreseen(request: HttpRequest, seen: Report, form: DecisionForm) -> list[Consequence]:
    came_to = _decided_result(form)
    if came_to is None:
        return []
    seats, how, ending = came_to
    return if_decided(seen, seats, how, request.user, ending)


def _decided_result(form: DecisionForm) -> tuple[tuple[SeatResult, ...], str, str] | None:
    """Seats, how, and how it ended early."""
    if form.report is not None:
        return seats_of(form.report), form.report.how, form.report.ending
    if form.cleaned_data["choice"] == TYPED:
        return form.seats, Result.How.PLAYED, form.ended_early
    return None


def _facts(request: HttpRequest, seen: Report) -> dict[str, Any]:
    reader = account_of(request)
    beside = [seen, *queries.reports_beside(seen)]
    presenters.show_names_of_reports(beside, alone=True)
    return {
        "room": ROOM,
        "report": seen,
        "game": presenters.game_of(seen),
        "rights": rights_of(reader, seen.club),
        "result": result_beside(seen),
        "cards": [presenters.card_of(report, reader, among=True) for report in beside],
        "answers": [answer for report in beside for answer in report.answers.all()],
    }
