"""The doors of reports: one of them, one's own, those of a club."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.rules import rights_of
from league.members.queries import account_of
from league.members.services.players import player_for
from league.results.claims import Claim
from league.results.links import links_of
from league.results.models import Report
from league.results.reports import foreseeing, selectors, telling
from league.results.reports.forms import OwnReportForm, ReasonForm
from league.results.reports.papers import paper_of
from league.results.services.correcting import endings_chosen
from league.results.services.reporting import answer_report, file_report, take_back_report
from league.shared.forms import faults_on
from league.shared.fragments import render_part
from league.shared.live import watch

ROOM = "clubs"
PAGE = 30


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What waits for the reader's word, and where their own reports stand."""
    account = account_of(request)
    topic = f"reports:{player_for(account).public_id}"
    watch(request, topic)
    page = Paginator(selectors.reports_of(account), PAGE).get_page(request.GET.get("page"))
    waiting = list(selectors.waiting_for(account))
    telling.show_names_of_reports([*waiting, *page])
    facts = {
        "room": ROOM,
        "topic": topic,
        "waiting": [telling.card_of(report, account) for report in waiting],
        "page": page,
        "cards": [telling.card_of(report, account) for report in page],
    }
    return render_part(request, facts, page="reports/mine.html", fragment="reports/_mine.html")


@login_required
@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's reports, for those who score there: disputes first, then what waits, then what is closed."""
    club = selectors.club_scored_by(slug, request.user)
    topic = f"reports:{club.public_id}"
    watch(request, topic)
    page = Paginator(selectors.reports_at(club), PAGE).get_page(request.GET.get("page"))
    telling.show_names_of_reports(page)
    cards = [telling.card_of(report, account_of(request)) for report in page]
    facts = {"room": ROOM, "club": club, "topic": topic, "page": page, "cards": cards}
    return render_part(request, facts, page="reports/of_club.html", fragment="reports/_of_club.html")


@login_required
@require_safe
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """One report: what was said by whom, what happens next and when."""
    watch(request, f"report:{public_id}")
    seen = selectors.report_seen_by(public_id, request.user)
    facts = {"room": ROOM, "report": seen} | _facts_of(request, seen)
    return render_part(request, facts, page="reports/report.html", fragment="reports/_report.html")


@login_required
@require_safe
def changes(request: HttpRequest, public_id: str) -> HttpResponse:
    """What would change if it entered."""
    seen = selectors.report_seen_by(public_id, request.user)
    facts = {"room": ROOM, "report": seen, "consequences": foreseeing.if_entered(seen, request.user)}
    return render_part(request, facts, page="reports/changes.html", fragment="results/_consequences.html")


@login_required
@require_POST
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """It is right."""
    seen = selectors.report_seen_by(public_id, request.user)
    answered = answer_report(report=seen, by=player_for(account_of(request)), agrees=True)
    if answered.status == Report.Status.ENTERED:
        messages.success(request, _("Thank you. The result counts now."))
    else:
        messages.info(request, _("Thank you. Other players have not confirmed yet."))
    return redirect("reports:report", public_id)


@login_required
@require_http_methods(["GET", "POST"])
def object_to(request: HttpRequest, public_id: str) -> HttpResponse:
    """It is not right, and why."""
    seen = selectors.report_seen_by(public_id, request.user)
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
    """Take back one's own report."""
    seen = selectors.report_seen_by(public_id, request.user)
    take_back_report(report=seen, by=player_for(account_of(request)))
    messages.success(request, _("Report withdrawn."))
    return redirect("reports:mine")


@login_required
@require_http_methods(["GET", "POST"])
def otherwise(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say what the game came to instead."""
    seen = selectors.report_seen_by(public_id, request.user)
    telling.show_names_of_reports([seen], alone=True)
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
    facts = {"room": ROOM, "report": seen, "game": telling.game_of(seen), "form": form}
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
    result = foreseeing.result_beside(seen)
    rights = rights_of(reader, seen.club)
    others = selectors.reports_beside(seen)
    telling.show_names_of_reports([seen, *others], alone=True)
    return {
        "game": telling.game_of(seen),
        "state": telling.state_of(seen),
        "steps": telling.next_steps(seen, reader),
        "seats": telling.seats_said(seen, reader),
        "paper": paper_of(seen),
        "doors": telling.doors_of(seen, reader, rights, has_result=result is not None),
        "result": result,
        "links": links_of([seen.subject], reader)[seen.subject],
        "others": [telling.card_of(other, reader, among=True) for other in others],
        "rights": rights,
    }
