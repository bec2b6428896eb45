"""The page of the score sheet, and the empty sheet and the result so far for its scripts."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.core import registry
from league.accounts.queries import account_of, player_of
from league.accounts.services.players import player_for
from league.clubs.dates import today_at
from league.clubs.display_names import show_names
from league.clubs.permissions import Rights
from league.common.error_responses import wants_json
from league.common.errors import NotFound, Refusal, Unavailable
from league.common.forms import posted
from league.common.messages import render_message
from league.common.responses import context_of, require_safe_or_post
from league.results.models import Report
from league.results.score_sheets.detailed_form import SHEET
from league.results.score_sheets.forms import ScoreSheetForm
from league.results.score_sheets.presenters import (
    DetailedSheet,
    SheetSummary,
    detailed_sheet,
    next_step_text,
    sheet_summary,
)
from league.results.score_sheets.queries import NO_PLAYERS, club_recorded_by, players_to_confirm, sheet_players
from league.results.score_sheets.submission import Question, ask_or_submit

MOST_BUTTONS = 12  # members with a button on the page; the others are found by name


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailedPart:
    """Context of `sheets/_detailed.html`; `has_none`: the game has no detailed sheet; `is_set`: its table is known."""

    detailed: DetailedSheet | None
    summary: SheetSummary | None
    has_none: bool
    is_set: bool


@login_required
@never_cache
@require_safe_or_post
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet; by POST submit it, ask about it, or return it with what is wrong."""
    form, rights = _form(request, slug, posted(request))
    if not form.is_valid() or "look" in request.POST:
        return _page(request, form)
    try:
        by = player_for(account_of(request))
        outcome = ask_or_submit(form, request.POST, rights, request.user, by)
    except (NotFound, Unavailable):
        raise
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, form)
    if isinstance(outcome, Question):
        return _page(request, form, outcome)
    return _respond_to_report(request, outcome)


@login_required
@never_cache
@require_safe
def empty_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the empty detailed sheet for so many seats: `game` and `seats` say which. A browser gets the page."""
    seats = request.GET.get("seats", "")
    names = [f"{at + 1}" for at in range(int(seats))] if seats in {"2", "3", "4", "5"} else []
    form, _rights = _form(request, slug, initial={"game": "", **request.GET.dict()}, names=names)
    if "text/html" in request.headers.get("Accept", ""):  # a script accepts anything
        return redirect("sheets:record", slug)
    return render(request, "sheets/_detailed.html", context_of(_detailed_part(form)))


@login_required
@never_cache
@require_POST
def calculation(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the result of a partly filled sheet as JSON, for the script that shows it beside the fields."""
    form, _rights = _form(request, slug, request.POST)
    faults, so_far = form.faults, form.calculation
    outcome = so_far.outcome if so_far else None
    missing = {
        SHEET + remark.field: render_message(remark.sentence, form.names)
        for remark in reversed(so_far.missing if so_far else ())
    }
    return JsonResponse(
        {
            "html": render_to_string("sheets/_summary.html", {"summary": sheet_summary(form)}, request),
            "faults": {name: text for name, text in faults.items() if name.startswith(SHEET)},
            "missing": missing,
            "points": outcome.points if outcome else None,
            "places": outcome.places if outcome else None,
        }
    )


def _form(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> tuple[ScoreSheetForm, Rights]:
    """Return the form, and the rights of the user. Raise the errors of `club_recorded_by`."""
    account = account_of(request)
    club, rights, table = club_recorded_by(slug, account, request.GET.get("leg", ""))
    candidates = sheet_players(club, player_of(account)) if rights.record else NO_PLAYERS
    return ScoreSheetForm(*args, club=club, candidates=candidates, table=table, **kwargs), rights


def _page(request: HttpRequest, form: ScoreSheetForm, question: Question | None = None) -> HttpResponse:
    """Return the page; to a script what is wrong by the names of fields, or the question."""
    if wants_json(request) and question:
        html = render_to_string("sheets/_question.html", {"question": question, "club": form.club}, request)
        return JsonResponse({"ask": html})
    if wants_json(request) and form.faults:
        return JsonResponse({"faults": form.faults})
    players = form.candidates.players
    context = {
        "room": "clubs",
        "club": form.club,
        "form": form,
        "query": f"?leg={form.table.name}" if form.table else "",
        "today": today_at(form.club),
        "games": registry.games().values(),
        "drawn": players[:MOST_BUTTONS],
        "others": players[MOST_BUTTONS:],
        "is_open": "look" in form.data or bool(form.detailed and form.detailed.filled),
        "question": question,
    }
    return render(request, "sheets/record.html", context | context_of(_detailed_part(form)))


def _detailed_part(form: ScoreSheetForm) -> DetailedPart:
    game = form.selected_game
    return DetailedPart(
        detailed=detailed_sheet(form),
        summary=sheet_summary(form),
        has_none=game is not None and registry.score_sheet(game.slug) is None,
        is_set=form.table is not None,
    )


def _respond_to_report(request: HttpRequest, report: Report) -> HttpResponse:
    others = players_to_confirm(report)
    show_names(others, report.club, request.user, alone=True)
    words = next_step_text(report, others)
    href = reverse("reports:report", args=[report.public_id])
    if wants_json(request):
        return JsonResponse({"sent": words, "href": href})
    messages.success(request, words)
    return redirect(href)
