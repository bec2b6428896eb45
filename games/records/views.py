"""Pages of records: upload, type, send, and read."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from engine.core.errors import EngineError
from engine.notation import to_json, to_text
from games.matches.queries import open_record
from games.matches.replays import moment_at, replay_panels
from games.records import queries
from games.records.candidate_games import candidate_games
from games.records.errors import ChangedElsewhere, HereAlready, TooMany, UnreadableFile
from games.records.forms import NewRecordForm, SeatsForm, UploadForm
from games.records.models import SubmittedRecord
from games.records.presenters import (
    BatchReview,
    address_of,
    editor_part,
    head_of,
    new_record_preview,
    open_patterns,
    record_cards,
    record_page,
    replay_of_record,
)
from games.records.services import drafts, sending
from games.records.services.limits import CHECKS, UPLOADS
from games.records.uploads import texts_in, texts_in_file
from games.records.verification import topic_of
from league.accounts.models import Player
from league.accounts.queries import account_of
from league.accounts.services.players import player_for
from league.clubs.models import Club
from league.clubs.queries import club_seen_by, clubs_of, own_membership
from league.common.errors import Refusal
from league.common.forms import refusals_as_errors
from league.common.live import watch
from league.common.responses import context_of, render_part, require_safe_or_post, text_file, wants_fragment
from league.common.validators import whole_number
from league.results.score_sheets.queries import SheetTable, sheet_table

RECORDS_A_PAGE = 30
Status = SubmittedRecord.Status


@login_required
@require_safe_or_post
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload or paste: nothing is sent before the review on the next page."""
    club = queries.club_for_records(slug, account_of(request))
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusals_as_errors(form):
            by = player_for(account_of(request))
            UPLOADS.check(by)
            file = form.cleaned_data.get("file")
            texts = texts_in_file(file) if file else texts_in(form.cleaned_data["text"])
            batch = drafts.create_batch(by=by, club=club, texts=texts)
            return redirect("records:batch", batch)
    return render(request, "records/upload.html", {"room": "clubs", "club": club, "form": form})


@login_required
@require_safe_or_post
def batch(request: HttpRequest, batch: UUID) -> HttpResponse:
    """Review the records of a file: choose what is sent, and the players."""
    by = player_for(account_of(request))
    if "discard" in request.POST:
        drafts.discard_batch(batch=batch, by=by)
        messages.success(request, _("All records of this file deleted."))
        return redirect("records:mine")
    review = BatchReview(queries.drafts_of_batch(by, batch), request.POST or None)
    if request.method == "POST" and review.send(by):
        count = len(review.sent)
        template = ngettext("%(count)d record is being checked.", "%(count)d records are being checked.", count)
        messages.success(request, template % {"count": count})
        return redirect("records:mine") if review.is_done else redirect("records:batch", batch)
    return render(request, "records/batch.html", {"room": "clubs", "review": review, "club": review.club})


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the reader's records, drafts too."""
    by = player_for(account_of(request))
    page = Paginator(queries.records_of(by), RECORDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "room": "clubs",
        "page": page,
        "records": record_cards(page.object_list),
        "clubs": list(clubs_of(by)),
        "batches": queries.open_batches(by),
    }
    return render(request, "records/mine.html", context)


@require_safe
def of_a_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the verified records of a club."""
    club = club_seen_by(slug, request.user)
    page = Paginator(queries.club_records(club), RECORDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "room": "clubs",
        "club": club,
        "page": page,
        "records": record_cards(queries.with_names(page, request.user)),
        "mine": own_membership(club, request.user),
    }
    return render(request, "records/club.html", context)


@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a record: its players, its verdict, and once it is verified the game step by step."""
    watch(request, topic_of(public_id))
    record = queries.record_at(public_id, request.user)
    if record.is_draft:
        return redirect(address_of(record))
    page = context_of(record_page(record, request.user))
    context = {"room": "clubs", "fragment": "records/_verdict.html", **page, **_verdict_or_replay(request, record)}
    return render_part(request, context, page="records/record.html", fragment=str(context["fragment"]))


@require_safe
def as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the verified record as text; events found by search are left open."""
    record = queries.verified_at(public_id, request.user)
    patterns = open_patterns(record)
    return text_file(to_text(open_record(record.completed).record, patterns) if patterns else record.completed)


@require_safe
def as_sent(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the text as its recorder sent it, for the recorder."""
    account = account_of(request) if request.user.is_authenticated else None
    record = queries.record_at(public_id, request.user)
    if account is None or record.by.account_id != account.pk:
        return redirect("records:record", public_id)
    return text_file(record.text)


@require_safe
def as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the verified record as JSON; events found by search are left open."""
    record = queries.verified_at(public_id, request.user)
    answer = to_json(open_record(record.completed).record, open_patterns(record))
    return HttpResponse(answer, content_type="application/json")


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Withdraw a record."""
    drafts.withdraw_record(public_id=public_id, by=player_for(account_of(request)))
    messages.success(request, _("Game record withdrawn."))
    return redirect("records:mine")


def _verdict_or_replay(request: HttpRequest, record: SubmittedRecord) -> Mapping[str, object]:
    """Return the context of the verdict, or of the replay of a verified record."""
    if record.status in {Status.REFUSED, Status.UNDECIDED}:
        return context_of(editor_part(record))
    if record.status != Status.VERIFIED or (wants_fragment(request) and "step" not in request.GET):
        return {}  # a page that waited for the verdict shows no replay yet
    try:
        replay = replay_of_record(record, open_record(record.completed, open_patterns(record)))
    except EngineError:
        return {"is_of_other_rules": True}
    panels = replay_panels(request, replay) if replay.is_open and not wants_fragment(request) else []
    moment = context_of(moment_at(replay, request.GET.get("step")))
    return {"fragment": "matches/_moment.html", "panels": panels, **moment}


@login_required
@require_safe_or_post
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a record to type: its game and players."""
    club = queries.club_for_records(slug, account_of(request))
    table = sheet_table(request.GET.get("leg", ""), request.user, club)
    form = NewRecordForm(
        request.POST or None, players=queries.players_to_seat(club), initial=_initial_values(club, table)
    )
    if request.method == "POST" and wants_fragment(request):
        return render(request, "records/_begin_preview.html", context_of(new_record_preview(form)))
    if form.is_valid():
        with refusals_as_errors(form):
            game = form.chosen_game()
            text = head_of(game, form.names(), table.options if table and table.pool.game == game.slug else None)
            draft = drafts.begin_draft(
                by=player_for(account_of(request)), club=club, text=text, subject=table.subject if table else None
            )
            return redirect("records:write", draft.public_id)
    context = {"room": "clubs", "club": club, "form": form, **context_of(new_record_preview(form))}
    return render(request, "records/begin.html", context)


@login_required
@require_safe_or_post
def write(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the editor; by POST save the text, unless another window saved meanwhile."""
    by = player_for(account_of(request))
    if request.method == "POST":
        return _save_draft(request, by, public_id)
    record = queries.own_record(public_id, by)
    if not record.is_editable:
        return redirect("records:record", public_id)
    return _editor_page(request, record)


@login_required
@require_safe_or_post
def send(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose the players, and send the record to be checked."""
    by = player_for(account_of(request))
    record = queries.own_record(public_id, by)
    if not record.is_editable:
        return redirect("records:record", public_id)
    form = SeatsForm(
        request.POST or None,
        record=record,
        players=queries.players_to_seat(record.club),
        candidates=candidate_games(record),
    )
    if form.is_valid():
        with refusals_as_errors(form):
            return _send_record(request, by, form)
    return render(request, "records/send.html", {"room": "clubs", "record": record, "form": form})


@login_required
@require_POST
def discard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a draft."""
    drafts.discard_draft(public_id=public_id, by=player_for(account_of(request)))
    messages.success(request, _("Draft deleted."))
    return redirect("records:mine")


def _initial_values(club: Club, table: SheetTable | None) -> dict[str, str]:
    """Return the initial values of the form: game and seats of a tournament's table, else the game last played."""
    if table is None:
        return {"game": queries.last_game_of(club)}
    return {"game": table.pool.game} | {f"seat-{seat}": player.name for seat, player in enumerate(table.players)}


def _send_record(request: HttpRequest, by: Player, form: SeatsForm) -> HttpResponse:
    """Send the record and redirect to it, or to an earlier record of the same game if the user may see that."""
    try:
        record = sending.send_record(by=by, submission=form.submission())
    except HereAlready as refusal:
        if not queries.may_see(refusal.address, request.user):
            raise
        messages.info(request, refusal.message)
        return redirect("records:record", refusal.address)
    messages.success(request, _("The record is being checked. The result of the check appears on this page."))
    return redirect("records:record", record.public_id)


def _save_draft(request: HttpRequest, by: Player, public_id: str) -> HttpResponse:
    """Save the text and show the editor, or go on to send it. A refused text stays in the editor."""
    text = request.POST.get("text", "") + request.POST.get("add", "")
    try:
        CHECKS.check(by)
        record = drafts.write_draft(
            public_id=public_id, by=by, text=text, revision=_revision(request), overwrite="over" in request.POST
        )
    except (ChangedElsewhere, UnreadableFile, TooMany) as refusal:
        return _editor_page(request, queries.own_record(public_id, by), text=text, refusal=refusal)
    if "send" in request.POST:
        return redirect("records:send", public_id)
    return _editor_page(request, record)


def _editor_page(
    request: HttpRequest, record: SubmittedRecord, *, text: str | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    """Return the editor's page, or the fragment beside the text; with an unsaved `text` and its `refusal`."""
    context = {"room": "clubs", "refusal": refusal, **context_of(editor_part(record))}
    context["text"] = record.text if text is None else text
    answer = render_part(request, context, page="records/write.html", fragment="records/_desk.html")
    if refusal is not None and not wants_fragment(request):
        answer.status_code = refusal.status
    return answer


def _revision(request: HttpRequest) -> int:
    """Return the revision that the window began with; 0 without one."""
    return whole_number(request.POST.get("revision", "")) or 0
