"""Pages of reports: one of them, the reader's own, those of a club."""

from itertools import groupby
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.core.errors import EngineError
from engine.core.score_sheets import Field, FilledSheet, from_json, score_sheet_of, write
from league.accounts.queries import account_of
from league.accounts.services.players import player_for
from league.clubs.permissions import rights_of
from league.common.forms import faults_on
from league.common.live import watch
from league.common.responses import render_part
from league.results.models import Report
from league.results.reports import decision, presenters, queries
from league.results.reports.forms import OwnReportForm, ReasonForm
from league.results.result_claims import Claim
from league.results.services.corrections import endings_chosen
from league.results.services.reports import answer_report, file_report, take_back_report
from league.results.subjects import links_of


class Entry(NamedTuple):
    """A filled field: its label, its player ("" for none), its value."""

    label: str
    name: str
    written: str


class Part(NamedTuple):
    """A section of a score sheet."""

    title: str
    entries: tuple[Entry, ...]


def paper_of(report: Report) -> list[Part]:
    """Return the filled score sheet in sections; empty without one, or for another version."""
    if not report.sheet:
        return []
    try:
        filled = from_json(report.sheet)
        fields = score_sheet_of(filled.game).fields(filled.setup, [*filled.values])
    except EngineError:
        return []
    names = [seat.player.name for seat in report.seats.all()]
    entries = [(field.part, _entry(field, filled, names)) for field in fields if field.name in filled.values]
    return [Part(title, tuple(entry for _part, entry in same)) for title, same in groupby(entries, lambda one: one[0])]


def _entry(field: Field, filled: FilledSheet, names: list[str]) -> Entry:
    who = names[field.seat] if field.seat is not None and field.seat < len(names) else ""
    return Entry(field.label, who, "" if field.kind == "tick" else write(field, filled.values[field.name]))


ROOM = "clubs"
PAGE = 30


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show what waits for the reader, and their own reports."""
    account = account_of(request)
    topic = f"reports:{player_for(account).public_id}"
    watch(request, topic)
    page = Paginator(queries.reports_of(account), PAGE).get_page(request.GET.get("page"))
    waiting = list(queries.waiting_for(account))
    presenters.show_names_of_reports([*waiting, *page])
    facts = {
        "room": ROOM,
        "topic": topic,
        "waiting": [presenters.card_of(report, account) for report in waiting],
        "page": page,
        "cards": [presenters.card_of(report, account) for report in page],
    }
    return render_part(request, facts, page="reports/mine.html", fragment="reports/_mine.html")


@login_required
@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's reports, for its scorers: disputes, then waiting, then closed ones."""
    club = queries.club_scored_by(slug, request.user)
    topic = f"reports:{club.public_id}"
    watch(request, topic)
    page = Paginator(queries.reports_at(club), PAGE).get_page(request.GET.get("page"))
    presenters.show_names_of_reports(page)
    cards = [presenters.card_of(report, account_of(request)) for report in page]
    trail = [(club.name, reverse("clubs:club", args=[club.slug]))]
    facts = {"room": ROOM, "club": club, "topic": topic, "page": page, "cards": cards, "trail": trail}
    return render_part(request, facts, page="reports/of_club.html", fragment="reports/_of_club.html")


@login_required
@require_safe
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a report: who said what, what happens next and when."""
    watch(request, f"report:{public_id}")
    seen = queries.report_seen_by(public_id, request.user)
    facts = {"room": ROOM, "report": seen} | _facts_of(request, seen)
    return render_part(request, facts, page="reports/report.html", fragment="reports/_report.html")


@login_required
@require_safe
def changes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what would change if it were entered."""
    seen = queries.report_seen_by(public_id, request.user)
    facts = {"room": ROOM, "report": seen, "consequences": decision.if_entered(seen, request.user)}
    return render_part(request, facts, page="reports/changes.html", fragment="results/_consequences.html")


@login_required
@require_POST
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm a report."""
    seen = queries.report_seen_by(public_id, request.user)
    answered = answer_report(report=seen, by=player_for(account_of(request)), agrees=True)
    if answered.status == Report.Status.ENTERED:
        messages.success(request, _("Thank you. The result counts now."))
    else:
        messages.info(request, _("Thank you. Other players have not confirmed yet."))
    return redirect("reports:report", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def object_to(request: HttpRequest, public_id: str) -> HttpResponse:
    """Dispute a report, with a reason."""
    seen = queries.report_seen_by(public_id, request.user)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with faults_on(form):
            player = player_for(account_of(request))
            answer_report(report=seen, by=player, agrees=False, reason=form.cleaned_data["reason"])
            messages.success(request, _("Result disputed. An organiser decides."))
            return redirect("reports:report", public_id)
    facts = {"room": ROOM, "report": seen, "form": form} | _facts_of(request, seen)
    return render(request, "reports/object.html", facts)


@login_required
@require_POST
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw one's own report."""
    seen = queries.report_seen_by(public_id, request.user)
    take_back_report(report=seen, by=player_for(account_of(request)))
    messages.success(request, _("Report withdrawn."))
    return redirect("reports:mine")


@login_required
@require_http_methods(["GET", "POST"])
def otherwise(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report another result."""
    seen = queries.report_seen_by(public_id, request.user)
    presenters.show_names_of_reports([seen], alone=True)
    form = OwnReportForm(
        request.POST if request.method == "POST" else None,
        players=[seat.player for seat in seen.seats.all()],
        game=seen.pool.game,
        endings=endings_chosen(seen.subject),
        initial={"key": uuid4()},
    )
    if form.is_valid():
        with faults_on(form):
            own = file_report(claim=_claim(seen, form), by=player_for(account_of(request)))
            messages.success(request, _("Result reported."))
            return redirect("reports:report", own.public_id)
    facts = {"room": ROOM, "report": seen, "game": presenters.game_of(seen), "form": form}
    return render(request, "reports/otherwise.html", facts)


def _claim(seen: Report, form: OwnReportForm) -> Claim:
    return Claim(
        subject=seen.subject,
        pool=seen.pool,
        club=seen.club,
        seats=form.seats,
        key=form.cleaned_data["key"],
        played_at=seen.played_at,
        ending=form.ended_early,
    )


def _facts_of(request: HttpRequest, seen: Report) -> dict[str, Any]:
    reader = account_of(request)
    result = decision.result_beside(seen)
    rights = rights_of(reader, seen.club)
    others = queries.reports_beside(seen)
    presenters.show_names_of_reports([seen, *others], alone=True)
    return {
        "game": presenters.game_of(seen),
        "state": presenters.state_of(seen),
        "steps": presenters.next_steps(seen, reader),
        "seats": presenters.seats_said(seen, reader),
        "paper": paper_of(seen),
        "doors": presenters.report_actions(seen, reader, rights, has_result=result is not None),
        "result": result,
        "links": links_of([seen.subject], reader)[seen.subject],
        "others": [presenters.card_of(other, reader, among=True) for other in others],
        "rights": rights,
    }
