"""Organisers' pages of rounds: pair, change, publish, repair; and deadlines."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Concatenate, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.accounts.queries import account_of
from league.common.errors import Conflict
from league.common.forms import posted, refusals_as_errors, refusals_as_messages
from league.common.live import watch
from league.common.responses import context_of, render_part, wants_fragment
from league.common.validators import whole_number
from league.tournaments.errors import DeadlineRefused, TournamentRefused
from league.tournaments.forms.rounds import DeadlinesForm, MoveForm, RepairForm, WhyForm
from league.tournaments.models import Round, Tournament
from league.tournaments.pairing_edits import apply_edit
from league.tournaments.permissions import next_round_number
from league.tournaments.presenters.managed_round import ManagedRound, managed_round, round_at
from league.tournaments.presenters.round_edit import empty_seats, people_of, preview_of, selection_of, sits_out
from league.tournaments.queries.entries import Entrant, entrants_of
from league.tournaments.queries.rounds import (
    current_round_number,
    latest_drawing,
    overdue_tables,
    round_numbers,
    rounds_due,
    tables_of,
)
from league.tournaments.queries.standings_cache import Sheet, sheet_of
from league.tournaments.services import pairing_changes
from league.tournaments.services.deadlines import end_of, move_deadline, set_deadlines
from league.tournaments.services.pairing_changes import (
    change_round,
    check_playable,
    pair_again,
    publish_draft,
    undo_changes,
    unpublish_round,
)
from league.tournaments.services.repairs import forfeit_table, repair_round, repaired_tables
from league.tournaments.services.round_drawing import request_round
from league.tournaments.views.decorators import ManagedFrame, managed_frame, organiser_view, scorer_view

A_WEEK = timedelta(days=7)
ROUNDS_SHOWN, MOST_SHOWN = 5, 30  # of a plan of deadlines: without a number of rounds, and at most


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round as the pages about it read it; `round` and `managed` are None if it is not paired."""

    tournament: Tournament
    number: int
    round: Round | None
    sheet: Sheet
    entrants: dict[int, Entrant]
    managed: ManagedRound | None


@dataclass(frozen=True, slots=True)
class RoundFrame:
    """Context that the pages of a round share; `here` is the URL."""

    number: int
    round: ManagedRound | None
    here: str


class SeenRound(TypedDict):
    """Arguments of actions: the round as the user saw it."""

    tournament: Tournament
    number: int
    seen: str
    by: Account


def round_action(act: Callable[Concatenate[HttpRequest, ...], str]) -> Callable[..., HttpResponse]:
    """Return the view of a button that changes a round and shows a message."""

    @organiser_view("POST")
    @wraps(act)
    def page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        seen = SeenRound(
            tournament=tournament, number=number, seen=request.POST.get("seen", ""), by=account_of(request)
        )
        with refusals_as_messages(request, Conflict, TournamentRefused):
            messages.success(request, act(request, **seen))
        return _back_to(request, tournament, number)

    return page


@scorer_view()
def rounds(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the next round, or the last one of a finished tournament."""
    return redirect("tournaments:manage-round", tournament.public_id, current_round_number(tournament))


@scorer_view()
def one_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round in any state: to pair, being paired, draft, published, closed."""
    watch(request, tournament.topic, tournament.desk_topic)
    drawing = latest_drawing(tournament, number)  # before reading the round, which exists once it is done
    shown = _shown_round(request, tournament, number)
    if shown.round is None and number != next_round_number(tournament):
        raise Http404
    context = context_of(*_frame(request, shown)) | {
        "drawing": drawing,
        "chosen": selection_of(request.GET.get("who", ""), shown.managed, shown.entrants) if shown.managed else None,
        "sits_out": sits_out(tournament),
        "numbers": round_numbers(tournament),
    }
    return render_part(
        request, context, page="tournaments/rounds/round.html", fragment="tournaments/rounds/_round.html"
    )


@organiser_view("POST")
def request_pairings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Request the next round."""
    try:
        repeats = request.POST.get("repeats") == "1"
        number = request_round(tournament=tournament, by=account_of(request), repeats=repeats).number
    except Conflict as refusal:
        messages.error(request, refusal.message)
        return redirect("tournaments:manage-rounds", tournament.public_id)
    return redirect("tournaments:manage-round", tournament.public_id, number)


@organiser_view("POST")
def change(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Move a player: in a draft at once, in a published round after a preview, with a reason."""
    form = WhyForm(request.POST)
    tournament_round = round_at(tournament, number)
    if tournament_round is None or tournament_round.status == Round.Status.DRAFT:
        fields = {name: request.POST.get(name, "") for name in ("who", "to", "seen")}
    elif form.is_valid():
        fields = form.cleaned_data
    else:
        return _preview_change(request, tournament, number, form)
    with refusals_as_messages(request, Conflict, TournamentRefused):
        change_round(tournament=tournament, number=number, by=account_of(request), **fields)
        if "why" in fields:
            messages.success(request, _("The new version of round %(round)d was published.") % {"round": number})
    return _back_to(request, tournament, number)


@round_action
def undo(request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Undo a change and all later ones."""
    undo_changes(step=whole_number(request.POST.get("step", "")) or 0, **seen)
    return _("The change was undone.")


@round_action
def publish(_request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Publish the draft."""
    if publish_draft(**seen).version == 1:
        return _("Round %(round)d is published.") % {"round": seen["number"]}
    return _("The new version of round %(round)d was published.") % {"round": seen["number"]}


@round_action
def unpublish(_request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Make a published round a draft again."""
    unpublish_round(**seen)
    return _("Round %(round)d is a draft again. Only organisers see it.") % {"round": seen["number"]}


@round_action
def discard(_request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Discard the draft."""
    pairing_changes.discard_draft(**seen)
    return _("The draft of round %(round)d was discarded.") % {"round": seen["number"]}


@round_action
def repeat_pairing(_request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Pair the round again from the present facts."""
    pair_again(**seen)
    return _("Round %(round)d is being paired again.") % {"round": seen["number"]}


@round_action
def forfeit(request: HttpRequest, **seen: Unpack[SeenRound]) -> str:
    """Decide a table by forfeit."""
    table = whole_number(request.POST.get("table", "")) or 0
    away = [whole_number(entry) or 0 for entry in request.POST.getlist("away")]
    forfeit_table(table=table, away=away, **seen)
    return _("Table %(table)d was decided by forfeit.") % {"table": table}


@organiser_view("GET", "POST")
def repair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Choose absent and late players, preview the changed tables, publish."""
    shown = _shown_round(request, tournament, number)
    if shown.managed is None or shown.round is None or shown.round.status != Round.Status.PUBLISHED:
        return redirect("tournaments:manage-round", tournament.public_id, number)
    sent = _as_seen(request, shown.managed.seen)
    form = RepairForm(sent, choices=people_of(shown.managed, shown.entrants))
    context = context_of(*_frame(request, shown)) | {"form": form}
    if form.is_valid():
        absences, seen, by = form.absences(), form.cleaned_data["seen"], account_of(request)
        context["instead"] = empty_seats(shown.managed, absences.absent)
        with refusals_as_errors(form):
            if "confirmed" in request.POST:
                repair_round(tournament=tournament, number=number, absences=absences, seen=seen, by=by)
                messages.success(request, _("The new version of round %(round)d was published.") % {"round": number})
                return redirect("tournaments:manage-round", tournament.public_id, number)
            tables, _moved = repaired_tables(tournament, shown.round, absences)
            check_playable(tournament, number, tables)
            context["preview"] = preview_of(tournament, shown.round, tables, shown.sheet, shown.entrants)
    return render(request, "tournaments/rounds/repair.html", context)


def _preview_change(request: HttpRequest, tournament: Tournament, number: int, form: WhyForm) -> HttpResponse:
    """Preview the change of a published round, with a field for the reason."""
    shown = _shown_round(request, tournament, number)
    if shown.round is None:
        raise Http404
    try:
        wished, *_message = apply_edit(tables_of(shown.round), request.POST.get("who", ""), request.POST.get("to", ""))
        check_playable(tournament, number, wished)
    except TournamentRefused as refusal:
        messages.error(request, refusal.message)
        return redirect("tournaments:manage-round", tournament.public_id, number)
    if "why" not in request.POST:
        form = WhyForm(initial={name: request.POST.get(name, "") for name in ("who", "to", "seen")})
    preview = preview_of(tournament, shown.round, wished, shown.sheet, shown.entrants)
    context = context_of(*_frame(request, shown)) | {"form": form, "preview": preview}
    return render(request, "tournaments/rounds/change.html", context)


def _back_to(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Redirect to the round, or to the deadlines."""
    if request.POST.get("back") == "deadlines":
        return redirect("tournaments:deadlines", tournament.public_id)
    return redirect("tournaments:manage-round", tournament.public_id, number)


def _shown_round(request: HttpRequest, tournament: Tournament, number: int) -> ShownRound:
    tournament_round, sheet, entrants = (
        round_at(tournament, number),
        sheet_of(tournament),
        dict(entrants_of(tournament, request.user)),
    )
    managed = managed_round(tournament, tournament_round, sheet, entrants) if tournament_round else None
    return ShownRound(tournament, number, tournament_round, sheet, entrants, managed)


def _frame(request: HttpRequest, shown: ShownRound) -> tuple[ManagedFrame, RoundFrame]:
    round_frame = RoundFrame(shown.number, shown.managed, request.get_full_path())
    return managed_frame(request, shown.tournament), round_frame


def _as_seen(request: HttpRequest, seen: str) -> QueryDict | None:
    """Return the posted data; without confirmation, with the present token of the round."""
    if request.method != "POST":
        return None
    sent = request.POST.copy()
    if "confirmed" not in sent:
        sent["seen"] = seen
    return sent


@organiser_view("GET", "POST")
def deadlines(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Plan deadlines; list overdue tables and rounds in progress."""
    form = DeadlinesForm(posted(request), tournament=tournament)
    if form.is_valid() and not wants_fragment(request):
        with refusals_as_errors(form):
            tournament = set_deadlines(tournament=tournament, deadlines=form.deadlines(), by=account_of(request))
            messages.success(
                request, _("The deadlines were saved.") if tournament.first_due_at else _("The deadlines were removed.")
            )
            return redirect("tournaments:deadlines", tournament.public_id)
    context = {
        "form": form,
        "overdue": overdue_tables(tournament),
        "rounds": rounds_due(tournament),
        "plan": form.planned(min(sheet_of(tournament).rounds_planned or ROUNDS_SHOWN, MOST_SHOWN)),
        "in_a_week": timezone.localdate(timezone=ZoneInfo(tournament.club.time_zone)) + A_WEEK,
    }
    return render_part(
        request,
        context_of(managed_frame(request, tournament)) | context,
        page="tournaments/deadlines.html",
        fragment="tournaments/_deadlines_planned.html",
    )


@organiser_view("POST")
def move(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Move the deadline of a round, or of one table."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise DeadlineRefused(
            _("Enter a date such as 2026-12-24, and a table number if the deadline is for one table.")
        )
    due_at, table = end_of(form.cleaned_data["day"], tournament.club.time_zone), form.cleaned_data["table"]
    move_deadline(tournament=tournament, number=number, due_at=due_at, table=table, by=account_of(request))
    sentence = (
        _("The deadline of round %(round)d, table %(table)d was changed.")
        if table
        else _("The deadline of round %(round)d was changed.")
    )
    messages.success(request, sentence % {"table": table, "round": number})
    return redirect("tournaments:deadlines", tournament.public_id)
