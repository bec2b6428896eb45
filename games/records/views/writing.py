"""Typing a record: begun, written on and read as it is written, sent, thrown away."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.records.errors import ChangedElsewhere, HereAlready, TooMany, UnreadableFile
from games.records.forms import BeginForm, SeatsForm
from games.records.limits import CHECKS_A_MINUTE
from games.records.models import BroughtRecord
from games.records.pace import check_pace
from games.records.pages.heads import head_of
from games.records.pages.writing import desk
from games.records.selectors.doors import club_to_bring_to
from games.records.selectors.occasions import occasions_for
from games.records.selectors.parcels import players_to_seat
from games.records.selectors.visible import may_see, own_record
from games.records.services.drafting import begin_draft, discard_draft, write_draft
from games.records.services.sending import send_record
from league.members.models import Player
from league.members.people import account_of
from league.members.services.players import player_for
from league.results.sheets.occasions import SetTable, set_table
from league.shared.errors import Refusal
from league.shared.forms import faults_on
from league.shared.fragments import render_part, wants_fragment


@login_required
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a record that is to be typed: its game, and who sits at the table."""
    club = club_to_bring_to(slug, account_of(request))
    table = set_table(request.GET.get("leg", ""), request.user, club)
    form = BeginForm(request.POST or None, players=players_to_seat(club), initial=_as_set(table))
    if form.is_valid():
        with faults_on(form):
            game = form.chosen_game()
            text = head_of(game, form.names(), table.options if table and table.pool.game == game.slug else None)
            draft = begin_draft(
                by=player_for(account_of(request)), club=club, text=text, subject=table.subject if table else None
            )
            return redirect("records:write", draft.public_id)
    return render(request, "records/begin.html", {"room": "clubs", "club": club, "form": form})


@login_required
@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """The text, and beside it what it comes to. What is posted is kept, unless another window wrote meanwhile."""
    by = player_for(account_of(request))
    if request.method == "POST":
        return _written(request, by, public_id)
    record = own_record(public_id, by)
    if not record.can_be_mended:
        return redirect("records:record", public_id)
    return _desk(request, record, {})


@login_required
@require_http_methods(["GET", "POST"])
def send(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say who sat where, and send the record to be checked."""
    by = player_for(account_of(request))
    record = own_record(public_id, by)
    if not record.can_be_mended:
        return redirect("records:record", public_id)
    form = SeatsForm(
        request.POST or None, record=record, players=players_to_seat(record.club), occasions=occasions_for(record)
    )
    if form.is_valid():
        with faults_on(form):
            return _sent(request, by, form)
    return render(request, "records/send.html", {"room": "clubs", "record": record, "form": form})


@login_required
@require_POST
def discard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Throw a draft away."""
    discard_draft(public_id=public_id, by=player_for(account_of(request)))
    messages.success(request, _("Draft deleted."))
    return redirect("records:mine")


def _as_set(table: SetTable | None) -> dict[str, str]:
    """The game and the seats of a table that a tournament has set."""
    if table is None:
        return {}
    return {"game": table.pool.game} | {f"seat-{seat}": one.name for seat, one in enumerate(table.players)}


def _sent(request: HttpRequest, by: Player, form: SeatsForm) -> HttpResponse:
    """On to the record; of a game that is here already, to that one."""
    try:
        record = send_record(by=by, sending=form.sending())
    except HereAlready as refusal:
        if not may_see(refusal.address, request.user):
            raise
        messages.info(request, refusal.message)
        return redirect("records:record", refusal.address)
    messages.success(request, _("The record is being checked. The result of the check appears on this page."))
    return redirect("records:record", record.public_id)


def _written(request: HttpRequest, by: Player, public_id: str) -> HttpResponse:
    text = request.POST.get("text", "") + request.POST.get("add", "")
    try:
        check_pace("check", by, most=CHECKS_A_MINUTE, seconds=60)
        record = write_draft(
            public_id=public_id, by=by, text=text, revision=_revision(request), over="over" in request.POST
        )
    except (ChangedElsewhere, UnreadableFile, TooMany) as refusal:
        return _desk(request, own_record(public_id, by), {"refusal": refusal, "text": text})
    if "send" in request.POST:
        return redirect("records:send", public_id)
    return _desk(request, record, {})


def _desk(request: HttpRequest, record: BroughtRecord, facts: dict[str, Any]) -> HttpResponse:
    """The page, or the fragment beside the text. A text that was not kept stays the person's own on the page."""
    refusal: Refusal | None = facts.get("refusal")
    context = {"room": "clubs", "text": record.text, **desk(record), **facts}
    answer = render_part(request, context, page="records/write.html", fragment="records/_desk.html")
    if refusal is not None and not wants_fragment(request):
        answer.status_code = refusal.status
    return answer


def _revision(request: HttpRequest) -> int:
    """Of the text that the window began with; one that says none began with the newest."""
    written = request.POST.get("revision", "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) < 9 else 0
