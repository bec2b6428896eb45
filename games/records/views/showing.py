"""What became of records: one of them, those of somebody, those of a club."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.core.errors import EngineError
from engine.notation import to_json, to_text
from games.matches.pages.steps import moment_of, step_asked
from games.matches.selectors.replays import opened
from games.records.models import BroughtRecord
from games.records.pages.lists import address_of, boards, chairs_of
from games.records.pages.telling import about, left_open, made_up
from games.records.pages.writing import desk
from games.records.selectors.naming import named
from games.records.selectors.parcels import parcels_of
from games.records.selectors.visible import club_records, record_at, records_of, verified_at
from games.records.services.drafting import withdraw_record
from games.records.topics import topic_of
from league.clubs.selectors import club_seen_by, clubs_of, own_membership
from league.members.people import account_of
from league.members.services.players import player_for
from league.shared.fragments import render_part, wants_fragment
from league.shared.live import watch

RECORDS_A_PAGE = 30
Status = BroughtRecord.Status


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Everything the reader brought, drafts too."""
    by = player_for(account_of(request))
    page = Paginator(records_of(by), RECORDS_A_PAGE).get_page(request.GET.get("page"))
    facts = {"room": "clubs", "page": page, "records": boards(list(page.object_list)), "clubs": list(clubs_of(by))}
    return render(request, "records/mine.html", facts | {"parcels": parcels_of(by)})


@require_safe
def of_a_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The verified records of a club."""
    club = club_seen_by(slug, request.user)
    page = Paginator(club_records(club), RECORDS_A_PAGE).get_page(request.GET.get("page"))
    facts = {"room": "clubs", "club": club, "page": page, "records": boards(named(page, request.user))}
    return render(request, "records/club.html", facts | {"mine": own_membership(club, request.user)})


@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """A record: who sat there, what a worker found, and once it is verified the game step by step."""
    watch(request, topic_of(public_id))
    found = record_at(public_id, request.user)
    if found.is_draft:
        return redirect(address_of(found))
    context = {"room": "clubs", **about(found, request.user), **_shown(request, found)}
    return render_part(request, context, page="records/record.html", fragment=str(context["fragment"]))


@require_safe
def as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The verified record in words, to read or to keep; what only a search put there is left open."""
    found = verified_at(public_id, request.user)
    patterns = left_open(found)
    return _plain(to_text(opened(found.completed).record, patterns) if patterns else found.completed)


@require_safe
def as_sent(request: HttpRequest, public_id: str) -> HttpResponse:
    """The text as its recorder sent it, for the recorder."""
    account = account_of(request) if request.user.is_authenticated else None
    found = record_at(public_id, request.user)
    if account is None or found.by.account_id != account.pk:
        return redirect("records:record", public_id)
    return _plain(found.text)


@require_safe
def as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The verified record for programs; what only a search put there is left open."""
    found = verified_at(public_id, request.user)
    answer = to_json(opened(found.completed).record, left_open(found))
    return HttpResponse(answer, content_type="application/json")


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back what was sent."""
    withdraw_record(public_id=public_id, by=player_for(account_of(request)))
    messages.success(request, _("Game record withdrawn."))
    return redirect("records:mine")


def _shown(request: HttpRequest, found: BroughtRecord) -> dict[str, Any]:
    if found.status != Status.VERIFIED:
        is_faulty = found.status in {Status.REFUSED, Status.UNDECIDED}
        return {"fragment": "records/_verdict.html", **(desk(found) if is_faulty else {})}
    if wants_fragment(request) and "step" not in request.GET:
        return {"fragment": "records/_verdict.html"}  # the page waited for it, and has no table yet
    try:
        steps = opened(found.completed, left_open(found))
    except EngineError:
        return {"fragment": "records/_verdict.html", "is_of_other_rules": True}
    step = step_asked(request.GET.get("step"), steps.steps)
    moment = moment_of(steps, step, chairs_of(found), address_of(found), is_open=not made_up(found))
    return {"fragment": "matches/_moment.html", **moment}


def _plain(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
