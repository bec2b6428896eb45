"""Pages of reports: one of them, the reader's own, those of a club."""

from dataclasses import dataclass
from http import HTTPStatus
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.accounts.queries import account_of
from league.accounts.services.players import player_for
from league.clubs.permissions import Rights, User, rights_of
from league.common.cards import Card
from league.common.forms import posted, refusals_as_errors
from league.common.live import watch
from league.common.responses import context_of, render_part, require_safe_or_post
from league.results.consequences import Consequence, correction_of, digest_of, entry_of
from league.results.drafts import ResultDraft, draft_of
from league.results.errors import NotAtTheTable
from league.results.models import Report, Result
from league.results.queries import chain_of, results_of, subjects_with_results
from league.results.reports import presenters, queries
from league.results.reports.forms import TYPED, DecisionForm, DecisionReasonForm, OwnReportForm, ReasonForm
from league.results.services.reports import confirm_report, dispute_report, submit_report, withdraw_report
from league.results.services.resolutions import resolve_reports
from league.results.subjects import SubjectLink, consequences_of, endings_chosen, links_of, locked_table

ROOM = "clubs"
PAGE = 30  # reports


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """Context of a report: its status as kind and words, what happens next, and what the reader may do."""

    game: str
    state: tuple[str, str]
    steps: list[str]
    seats: list[presenters.SeatRow]
    sheet_parts: list[presenters.SheetPart]
    actions: presenters.ReportActions
    result: Result | None
    links: list[SubjectLink]
    others: list[Card]
    rights: Rights
    report: Report
    room: str = ROOM


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show what waits for the reader, and their own reports."""
    account = account_of(request)
    topic = f"reports:{player_for(account).public_id}"
    watch(request, topic)
    page = Paginator(queries.other_reports_of(account), PAGE).get_page(request.GET.get("page"))
    waiting = list(queries.waiting_for(account))
    presenters.show_names_of_reports([*waiting, *page])
    counted = subjects_with_results([report.subject for report in waiting])
    context = {
        "topic": topic,
        "waiting": [
            presenters.waiting_report(report, account, has_result=report.subject in counted) for report in waiting
        ],
        "page": page,
        "cards": [presenters.report_card(report, account) for report in page],
    }
    return render_part(request, context, page="reports/mine.html", fragment="reports/_mine.html")


@login_required
@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's reports, for its scorers: disputes, then waiting, then closed ones."""
    club = queries.club_scored_by(slug, request.user)
    topic = f"reports:{club.public_id}"
    watch(request, topic)
    page = Paginator(queries.reports_at(club), PAGE).get_page(request.GET.get("page"))
    presenters.show_names_of_reports(page)
    reader = account_of(request)
    rights = rights_of(reader, club)
    counted = subjects_with_results([report.subject for report in page])
    cards = [presenters.club_report(report, reader, rights, has_result=report.subject in counted) for report in page]
    context = {"room": ROOM, "club": club, "topic": topic, "page": page, "cards": cards}
    return render_part(request, context, page="reports/of_club.html", fragment="reports/_of_club.html")


@login_required
@require_safe
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a report: who said what, what happens next and when."""
    watch(request, f"report:{public_id}")
    report = queries.report_seen_by(public_id, request.user)
    context = context_of(_report_page(request, report))
    return render_part(request, context, page="reports/report.html", fragment="reports/_report.html")


@login_required
@require_safe
def changes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what would change if it were entered."""
    report = queries.report_seen_by(public_id, request.user)
    consequences = consequences_if(draft_of(report, endings_chosen(report.subject)), report, request.user)
    context = {"room": ROOM, "report": report, "consequences": consequences}
    return render_part(request, context, page="reports/changes.html", fragment="results/_consequences.html")


@login_required
@require_POST
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm a report."""
    report = queries.report_seen_by(public_id, request.user)
    answered = confirm_report(report=report, by=player_for(account_of(request)))
    if answered.status == Report.Status.ENTERED:
        messages.success(request, _("Thank you. The result counts now."))
    else:
        messages.info(request, _("Thank you. Other players have not confirmed yet."))
    return redirect("reports:report", public_id)


@login_required
@require_safe_or_post
def dispute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Dispute a report, with a reason."""
    report = queries.report_seen_by(public_id, request.user)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            player = player_for(account_of(request))
            dispute_report(report=report, by=player, reason=form.cleaned_data["reason"])
            messages.success(request, _("Result disputed. An organiser decides, unless the players agree before that."))
            return redirect("reports:report", public_id)
    context = context_of(_report_page(request, report))
    return render(request, "reports/object.html", context | {"form": form})


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw one's own report."""
    report = queries.report_seen_by(public_id, request.user)
    withdraw_report(report=report, by=player_for(account_of(request)))
    messages.success(request, _("Report withdrawn."))
    return redirect("reports:mine")


@login_required
@require_safe_or_post
def report_differently(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report another result."""
    report = queries.report_seen_by(public_id, request.user)
    presenters.show_names_of_reports([report], alone=True)
    form = OwnReportForm(
        posted(request), about=report, endings=endings_chosen(report.subject), initial={"key": uuid4()}
    )
    if form.is_valid():
        with refusals_as_errors(form):
            own = submit_report(
                draft=form.draft(),
                pool=report.pool,
                club=report.club,
                key=form.cleaned_data["key"],
                by=player_for(account_of(request)),
            )
            messages.success(request, _("Result reported."))
            return redirect("reports:report", own.public_id)
    context = {"room": ROOM, "report": report, "game": presenters.game_of(report), "form": form}
    return render(request, "reports/otherwise.html", context)


def _report_page(request: HttpRequest, report: Report) -> ReportPage:
    reader = account_of(request)
    result = result_beside(report)
    rights = rights_of(reader, report.club)
    others = queries.reports_beside(report)
    presenters.show_names_of_reports([report, *others], alone=True)
    return ReportPage(
        report=report,
        game=presenters.game_of(report),
        state=presenters.state_of(report),
        steps=presenters.next_steps(report, reader),
        seats=presenters.seat_rows(report, reader),
        sheet_parts=presenters.sheet_parts(report),
        actions=presenters.report_actions(report, reader, rights, has_result=result is not None),
        result=result,
        links=links_of([report.subject], reader)[report.subject],
        others=[presenters.report_card(other, reader, among=True) for other in others],
        rights=rights,
    )


def result_beside(report: Report) -> Result | None:
    """Return the present result in the ledger."""
    return next(iter(results_of([report.subject])), None)


def consequences_if(draft: ResultDraft, report: Report, user: User) -> list[Consequence]:
    """Preview the effects of this result of the reported game."""
    if result_beside(report) is None:
        return consequences_of([entry_of(report.pool, draft)], user)
    return consequences_of([correction_of(chain_of(report.subject), draft)], user)


@login_required
@require_safe_or_post
def decide(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose what counts (GET), show what it changes, and ask for a reason (POST)."""
    report = _report_to_decide(request, public_id)
    if report.status not in Report.LIVE:
        return redirect("reports:report", public_id)
    form = _decision_form(request, report)
    if not form.is_valid():
        return _render_decision(request, report, form=form)
    reason = DecisionReasonForm(posted(request))
    is_stale = False
    if reason.is_valid():
        with refusals_as_errors(reason), transaction.atomic():
            locked_table(report.subject)  # nothing changes between the check of the preview and the entry
            digest = digest_of(_preview(request, report, form))
            is_stale = request.POST.get("foreseen") != digest
            if not is_stale:
                _decide(request, report, form, reason.cleaned_data["reason"])
                messages.success(request, _("Decision saved. The players who reported the game can see your reason."))
                return redirect("reports:report", public_id)
    consequences = _preview(request, report, form)
    return _render_decision(
        request,
        report,
        status=HTTPStatus.CONFLICT if is_stale else HTTPStatus.OK,
        form=form,
        reason=reason,
        consequences=consequences,
        digest=digest_of(consequences),
        is_stale=is_stale,
    )


def _report_to_decide(request: HttpRequest, public_id: str) -> Report:
    """Return the report, for an organiser of its club. Raise `NoSuchReport`, `NotAtTheTable`."""
    report = queries.report_seen_by(public_id, request.user)
    if not rights_of(request.user, report.club).organise:
        raise NotAtTheTable(
            _("Only an organiser of %(club)s can resolve this dispute. Ask one of them.") % {"club": report.club}
        )
    return report


def _decision_form(request: HttpRequest, report: Report) -> DecisionForm:
    sent = request.POST if request.method == "POST" else request.GET
    return DecisionForm(
        sent if "choice" in sent else None,
        about=report,
        endings=endings_chosen(report.subject),
        reports=[report, *queries.reports_beside(report)],
        result=result_beside(report),
    )


def _decide(request: HttpRequest, report: Report, form: DecisionForm, reason: str) -> None:
    typed = form.draft() if form.cleaned_data["choice"] == TYPED else None
    resolve_reports(
        subject=report.subject,
        by=account_of(request),
        seats=typed.seats if typed else None,
        report=form.report,
        reason=reason,
        ending=typed.ending if typed else "",
    )


def _preview(request: HttpRequest, report: Report, form: DecisionForm) -> list[Consequence]:
    draft = form.chosen_draft()
    return consequences_if(draft, report, request.user) if draft else []


def _render_decision(
    request: HttpRequest, report: Report, *, status: int = HTTPStatus.OK, **context: object
) -> HttpResponse:
    """Render the page of the decision, with all reports of the game."""
    reader = account_of(request)
    beside = [report, *queries.reports_beside(report)]
    presenters.show_names_of_reports(beside, alone=True)
    shared = {
        "room": ROOM,
        "report": report,
        "game": presenters.game_of(report),
        "rights": rights_of(reader, report.club),
        "result": result_beside(report),
        "cards": [presenters.report_card(report, reader, among=True) for report in beside],
        "answers": [answer for report in beside for answer in report.answers.all()],
    }
    return render(request, "reports/decide.html", shared | context, status=status)
