"""Rounds at the desk: drawn, changed, published, repaired, and their deadlines."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.permissions import Rights, rights_of
from league.members.models import Account
from league.members.queries import account_of
from league.shared.errors import Conflict
from league.shared.forms import faults_on
from league.shared.live import watch
from league.shared.responses import render_part
from league.tournaments.arranging import granted
from league.tournaments.errors import DeadlineRefused, TournamentRefused
from league.tournaments.forms.rounds import DeadlinesForm, MoveForm, RepairForm, WhyForm
from league.tournaments.models import Round, Tournament
from league.tournaments.permissions import coming_round
from league.tournaments.selectors import overview as telling
from league.tournaments.selectors.deadlines import overdue_tables, rounds_due
from league.tournaments.selectors.drawings import latest_drawing, round_numbers, round_to_look_at
from league.tournaments.selectors.entrants import Entrant, entrants_of
from league.tournaments.selectors.listing import tournament_run_by, tournament_scored_by
from league.tournaments.selectors.round_desk import RoundLaid, round_at, round_laid
from league.tournaments.selectors.round_edit import choice_of, empty_seats, people_of, preview_of, sits_out
from league.tournaments.selectors.sheet import Sheet, sheet_of
from league.tournaments.selectors.tables import tables_of
from league.tournaments.services import drafts
from league.tournaments.services.asking import ask_for_round
from league.tournaments.services.deadlines import end_of, move_deadline, set_deadlines
from league.tournaments.services.drafts import draw_anew, publish_draft, take_off_the_board
from league.tournaments.services.rearranging import change_round, check_playable, take_back_step
from league.tournaments.services.repairing import forfeit_table, repair_round, repaired
from league.tournaments.views.entering import desk_facts

ROOM = "tournaments"


@dataclass(frozen=True, slots=True)
class Lying:
    """What every page about a round has read: `laid` is None where it is not drawn."""

    event: Tournament
    rights: Rights
    number: int
    found: Round | None
    sheet: Sheet
    entrants: dict[int, Entrant]
    laid: RoundLaid | None


@login_required
@require_safe
def rounds(request: HttpRequest, public_id: str) -> HttpResponse:
    """The round that is next, or the last one of an event that is over."""
    event = tournament_scored_by(public_id, request.user)
    return redirect("tournaments:desk-round", event.public_id, round_to_look_at(event))


@login_required
@require_safe
def one_round(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A round in every state: to be asked for, being drawn, a draft, on the board, over."""
    event = tournament_scored_by(public_id, request.user)
    watch(request, event.topic, event.desk_topic)
    drawing = latest_drawing(event, number)  # before the round: one that is done has left its round by then
    lying = _lying(request, event, number)
    if lying.found is None and number != coming_round(event):
        raise Http404
    facts = _facts(request, lying) | {
        "drawing": drawing,
        "chosen": choice_of(request.GET.get("who", ""), lying.laid, lying.entrants) if lying.laid else None,
        "sits_out": sits_out(event),
        "numbers": round_numbers(event),
    }
    return render_part(request, facts, page="tournaments/rounds/round.html", fragment="tournaments/rounds/_round.html")


@login_required
@require_POST
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have the next round drawn."""
    event = tournament_run_by(public_id, request.user)
    try:
        repeats = request.POST.get("repeats") == "1"
        number = ask_for_round(tournament=event, by=account_of(request), repeats=repeats).number
    except Conflict as refusal:
        messages.error(request, refusal.message)
        return redirect("tournaments:desk-rounds", event.public_id)
    return redirect("tournaments:desk-round", event.public_id, number)


@login_required
@require_POST
def change(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Move somebody: in a draft at once, on the board after a look at what changes, with a reason."""
    event = tournament_run_by(public_id, request.user)
    form = WhyForm(request.POST)
    found = round_at(event, number)
    if found is None or found.status == Round.Status.DRAFT:
        return _change_draft(request, event, number)
    if form.is_valid():
        said = _("The new version of round %(round)d was published.") % {"round": number}

        def act(event: Tournament, by: Account, _seen: str) -> str:
            change_round(tournament=event, number=number, by=by, **form.cleaned_data)
            return said

        return _done(request, public_id, number, act)
    return _look_at_change(request, event, number, form)


@login_required
@require_POST
def take_back(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Take a change back, and those after it."""
    step = request.POST.get("step", "")

    def act(event: Tournament, by: Account, seen: str) -> str:
        take_back_step(tournament=event, number=number, step=_whole(step), seen=seen, by=by)
        return _("The change was undone.")

    return _done(request, public_id, number, act)


@login_required
@require_POST
def publish(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Put the draft on the board."""

    def act(event: Tournament, by: Account, seen: str) -> str:
        published = publish_draft(tournament=event, number=number, seen=seen, by=by)
        if published.version == 1:
            return _("Round %(round)d is published.") % {"round": number}
        return _("The new version of round %(round)d was published.") % {"round": number}

    return _done(request, public_id, number, act)


@login_required
@require_POST
def take_off(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Make a published round a draft again."""

    def act(event: Tournament, by: Account, seen: str) -> str:
        take_off_the_board(tournament=event, number=number, seen=seen, by=by)
        return _("Round %(round)d is a draft again. Only organisers see it.") % {"round": number}

    return _done(request, public_id, number, act)


@login_required
@require_POST
def put_away(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Throw the draft away."""

    def act(event: Tournament, by: Account, seen: str) -> str:
        drafts.put_away(tournament=event, number=number, seen=seen, by=by)
        return _("The draft of round %(round)d was discarded.") % {"round": number}

    return _done(request, public_id, number, act)


@login_required
@require_POST
def anew(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Draw the round anew from what holds now."""

    def act(event: Tournament, by: Account, seen: str) -> str:
        draw_anew(tournament=event, number=number, seen=seen, by=by)
        return _("Round %(round)d is being paired again.") % {"round": number}

    return _done(request, public_id, number, act)


@login_required
@require_POST
def forfeit(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Decide a table without play."""
    table, away = _whole(request.POST.get("table", "")), [_whole(one) for one in request.POST.getlist("away")]

    def act(event: Tournament, by: Account, seen: str) -> str:
        forfeit_table(tournament=event, number=number, table=table, away=away, seen=seen, by=by)
        return _("Table %(table)d was decided by forfeit.") % {"table": table}

    return _done(request, public_id, number, act)


@login_required
@require_http_methods(["GET", "POST"])
def repair(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Somebody did not come, or came late: choose them, look at every table that changes, publish."""
    event = tournament_run_by(public_id, request.user)
    lying = _lying(request, event, number)
    if lying.laid is None or lying.found is None or not lying.laid.is_on_board:
        return redirect("tournaments:desk-round", event.public_id, number)
    people = people_of(lying.laid, lying.entrants)
    sent = _as_seen(request, lying.laid.seen)
    form = RepairForm(sent, gone=people.seated, come=people.free, playing=people.tables)
    facts = _facts(request, lying) | {"form": form}
    if form.is_valid():
        absences, seen, by = form.absences(), form.cleaned_data["seen"], account_of(request)
        facts["instead"] = empty_seats(lying.laid, absences.gone)
        with faults_on(form):
            if "confirmed" in request.POST:
                repair_round(tournament=event, number=number, absences=absences, seen=seen, by=by)
                messages.success(request, _("The new version of round %(round)d was published.") % {"round": number})
                return redirect("tournaments:desk-round", event.public_id, number)
            tables, _moved = repaired(event, lying.found, absences)
            check_playable(event, number, tables)
            facts["preview"] = preview_of(event, lying.found, tables, lying.sheet, lying.entrants)
    return render(request, "tournaments/rounds/repair.html", facts)


def _change_draft(request: HttpRequest, event: Tournament, number: int) -> HttpResponse:
    who, to = request.POST.get("who", ""), request.POST.get("to", "")

    def act(event: Tournament, by: Account, seen: str) -> str:
        change_round(tournament=event, number=number, who=who, to=to, seen=seen, by=by)
        return ""

    return _done(request, event.public_id, number, act)


def _look_at_change(request: HttpRequest, event: Tournament, number: int, form: WhyForm) -> HttpResponse:
    """What the change of a published round would come to, with a place for its reason."""
    lying = _lying(request, event, number)
    if lying.found is None:
        raise Http404
    try:
        wished, _said = granted(tables_of(lying.found), request.POST.get("who", ""), request.POST.get("to", ""))
        check_playable(event, number, wished)
    except TournamentRefused as refusal:
        messages.error(request, refusal.message)
        return redirect("tournaments:desk-round", event.public_id, number)
    if "why" not in request.POST:
        form = WhyForm(initial={name: request.POST.get(name, "") for name in ("who", "to", "seen")})
    preview = preview_of(event, lying.found, wished, lying.sheet, lying.entrants)
    facts = _facts(request, lying) | {"form": form, "preview": preview}
    return render(request, "tournaments/rounds/change.html", facts)


def _done(
    request: HttpRequest, public_id: str, number: int, act: Callable[[Tournament, Account, str], str]
) -> HttpResponse:
    """Do something to a round and show it as it is then, or what is overdue; a refusal is said there too."""
    event = tournament_run_by(public_id, request.user)
    try:
        said = act(event, account_of(request), request.POST.get("seen", ""))
    except (Conflict, TournamentRefused) as refusal:
        messages.error(request, refusal.message)
    else:
        if said:
            messages.success(request, said)
    if request.POST.get("back") == "deadlines":
        return redirect("tournaments:deadlines", event.public_id)
    return redirect("tournaments:desk-round", event.public_id, number)


def _lying(request: HttpRequest, event: Tournament, number: int) -> Lying:
    rights = rights_of(request.user, event.club)
    found, sheet, entrants = round_at(event, number), sheet_of(event), dict(entrants_of(event, request.user))
    laid = round_laid(event, found, sheet, entrants) if found else None
    return Lying(event, rights, number, found, sheet, entrants, laid)


def _facts(request: HttpRequest, lying: Lying) -> dict[str, Any]:
    return {
        "room": ROOM,
        "event": lying.event,
        "rights": lying.rights,
        "number": lying.number,
        "round": lying.laid,
        "state": telling.state_of(lying.event),
        "summary": telling.summary_of(lying.event),
        "here": request.get_full_path(),
    }


def _as_seen(request: HttpRequest, seen: str) -> QueryDict | None:
    """What was sent; who only looks sees the round as it is now, and confirms that."""
    if request.method != "POST":
        return None
    sent = request.POST.copy()
    if "confirmed" not in sent:
        sent["seen"] = seen
    return sent


def _whole(sent: str) -> int:
    """A number as a button sends it; 0 for anything else."""
    return int(sent[:9]) if sent.isascii() and sent.isdecimal() else 0


A_WEEK = timedelta(days=7)


@login_required
@require_http_methods(["GET", "POST"])
def deadlines(request: HttpRequest, public_id: str) -> HttpResponse:
    """Plan when rounds are to be played by; with it what is overdue, and the rounds that are being played."""
    event = tournament_run_by(public_id, request.user)
    form = DeadlinesForm(request.POST if request.method == "POST" else None, event=event)
    if form.is_valid():
        with faults_on(form):
            event = set_deadlines(tournament=event, deadlines=form.deadlines(), by=account_of(request))
            messages.success(
                request, _("The deadlines were saved.") if event.first_due_at else _("The deadlines were removed.")
            )
            return redirect("tournaments:deadlines", event.public_id)
    facts = {
        "form": form,
        "overdue": overdue_tables(event),
        "rounds": rounds_due(event),
        "in_a_week": timezone.localdate(timezone=ZoneInfo(event.club.time_zone)) + A_WEEK,
    }
    return render(request, "tournaments/deadlines.html", desk_facts(event) | facts)


@login_required
@require_POST
def move(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Give a round, or one table of it, another day."""
    event = tournament_run_by(public_id, request.user)
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise DeadlineRefused(form.fault())
    due_at, table = end_of(form.cleaned_data["day"], event.club.time_zone), form.cleaned_data["table"]
    move_deadline(tournament=event, number=number, due_at=due_at, table=table, by=account_of(request))
    told = (
        _("The deadline of round %(round)d, table %(table)d was changed.")
        if table
        else _("The deadline of round %(round)d was changed.")
    )
    messages.success(request, told % {"table": table, "round": number})
    return redirect("tournaments:deadlines", event.public_id)
