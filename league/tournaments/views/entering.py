"""The organiser's doors to who plays: entered, as a guest, from a list, and what is agreed with each of them."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.members.queries import account_of
from league.shared.forms import faults_on
from league.tournaments.errors import ListHasChanged
from league.tournaments.forms.entering import (
    ApartForm,
    ByeForm,
    EntrantListForm,
    EntriesForm,
    GuestForm,
    LeaveForm,
    OrderForm,
    PlaceForm,
    TableForm,
)
from league.tournaments.models import Entry, Tournament
from league.tournaments.selectors import overview as telling
from league.tournaments.selectors.bringing import Plan, plan_of
from league.tournaments.selectors.entries import (
    byes_of,
    entry_in,
    name_of_newcomer,
    namesakes_of,
    pairs_apart,
    rows_of_entries,
)
from league.tournaments.selectors.listing import tournament_run_by
from league.tournaments.services.agreeing import fix_table, keep_apart, let_meet, request_bye, take_back_bye
from league.tournaments.services.entering import bring_players, enter_guest, enter_late, enter_players
from league.tournaments.services.entry_list import move_entry, order_entries
from league.tournaments.services.leaving import let_back, withdraw

ROOM = "tournaments"


@login_required
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who plays: tick those who do, take out those who do not. Once it runs, those ticked come late."""
    event = tournament_run_by(public_id, request.user)
    form = EntriesForm(_sent(request), tournament=event)
    if form.is_valid():
        with faults_on(form):
            enter = enter_late if event.is_running else enter_players
            entered = enter(tournament=event, players=form.cleaned_data["players"], by=account_of(request))
            messages.success(request, _entered(entered))
            return redirect("tournaments:entries", event.public_id)
    facts = {"form": form, "guest": GuestForm(), "entries": rows_of_entries(event)}
    return render(request, "tournaments/entries.html", desk_facts(event) | facts)


@login_required
@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Somebody who does not belong to the club, by name; a name that may be known is asked about."""
    event = tournament_run_by(public_id, request.user)
    name = request.POST.get("name", "")
    namesakes = namesakes_of(event, name)
    listed_as = name_of_newcomer(event.club, name) if namesakes else ""
    form = GuestForm(_sent(request), namesakes=namesakes, listed_as=listed_as)
    if form.is_valid() and form.is_answered:
        with faults_on(form):
            seen, player = form.looked_at, form.player
            entered = enter_guest(
                tournament=event, name=form.cleaned_data["name"], player=player, seen=seen, by=account_of(request)
            )
            messages.success(request, _("%(player)s was entered.") % {"player": entered.player})
            return redirect("tournaments:entries", event.public_id)
    facts = {"form": form, "seen": " ".join(form.namesakes)}
    return render(request, "tournaments/guest.html", desk_facts(event) | facts)


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, public_id: str) -> HttpResponse:
    """A list of players: written or sent, looked at line by line, then confirmed."""
    event = tournament_run_by(public_id, request.user)
    form = EntrantListForm(_sent(request), request.FILES or None)
    plan = None
    if form.is_valid() and "edit" not in request.POST:
        with faults_on(form):
            plan = plan_of(event, form.sent, _answers(request))
            if "confirmed" in request.POST:
                return _brought(request, event, form, plan)
    return render(request, "tournaments/bring.html", desk_facts(event) | {"form": form, "plan": plan})


@login_required
@require_http_methods(["GET", "POST"])
def order(request: HttpRequest, public_id: str) -> HttpResponse:
    """The order of seeding, for those who change it before the start."""
    event = tournament_run_by(public_id, request.user)
    if request.method == "POST":
        form = OrderForm(request.POST)
        order_entries(tournament=event, order=form.data.get("order", ""), by=account_of(request))
        messages.success(request, _("The seeding was saved."))
        return redirect("tournaments:order", event.public_id)
    return render(request, "tournaments/order.html", desk_facts(event) | {"entries": rows_of_entries(event)})


@login_required
@require_http_methods(["GET", "POST"])
def apart(request: HttpRequest, public_id: str) -> HttpResponse:
    """People who must not meet: a family, or a club in the first rounds."""
    event = tournament_run_by(public_id, request.user)
    form = ApartForm(_sent(request), tournament=event)
    if form.is_valid():
        with faults_on(form):
            until = form.cleaned_data["until_round"]
            ticked = list(form.cleaned_data["entries"])
            made = keep_apart(tournament=event, entries=ticked, until_round=until, by=account_of(request))
            sentence = ngettext("%(count)d avoided pairing was added.", "%(count)d avoided pairings were added.", made)
            messages.success(request, sentence % {"count": made})
            return redirect("tournaments:apart", event.public_id)
    return render(request, "tournaments/apart.html", desk_facts(event) | {"form": form, "pairs": pairs_apart(event)})


@login_required
@require_POST
def let_them_meet(request: HttpRequest, public_id: str, pair: str) -> HttpResponse:
    """Two who were kept apart may meet again."""
    event = tournament_run_by(public_id, request.user)
    let_meet(tournament=event, pair=pair, by=account_of(request))
    messages.success(request, _("The avoided pairing was removed."))
    return redirect("tournaments:apart", event.public_id)


@login_required
@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, public_id: str, entry: str) -> HttpResponse:
    """What is agreed with one player: number in the list, rounds missed, a table kept."""
    event = tournament_run_by(public_id, request.user)
    entered = entry_in(event, entry)
    initial = {"table": entered.fixed_table, "to": entered.number}
    told = {
        "bye": ByeForm(_sent_as(request, "bye"), tournament=event),
        "table": TableForm(_sent_as(request, "table"), initial=initial),
        "place": PlaceForm(_sent_as(request, "place"), initial=initial),
    }
    form = told.get(request.POST.get("about", ""))
    if form is not None and form.is_valid():
        with faults_on(form):
            messages.success(request, _agreed(request, entered, form.cleaned_data))
            return redirect("tournaments:entry", event.public_id, entered.public_id)
    facts = {"entry": entered, "byes": byes_of(entered), "forms": told}
    return render(request, "tournaments/entry.html", desk_facts(event) | facts)


@login_required
@require_POST
def no_bye(request: HttpRequest, public_id: str, entry: str, number: int) -> HttpResponse:
    """They play that round after all."""
    event = tournament_run_by(public_id, request.user)
    entered = entry_in(event, entry)
    take_back_bye(entry=entered, round_number=number, by=account_of(request))
    words = {"player": entered.player, "round": number}
    messages.success(request, _("The bye of %(player)s in round %(round)d was removed.") % words)
    return redirect("tournaments:entry", event.public_id, entered.public_id)


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, public_id: str, entry: str) -> HttpResponse:
    """Take an entry out: from a draft at once, from a running event after asking, now or from a later round."""
    event = tournament_run_by(public_id, request.user)
    leaver = entry_in(event, entry)
    form = LeaveForm(_sent(request))
    if form.is_valid():
        with faults_on(form):
            from_round = form.cleaned_data["from_round"]
            withdraw(entry=leaver, from_round=from_round, by=account_of(request))
            messages.success(request, _left(leaver, from_round))
            return redirect("tournaments:entries", event.public_id)
    return render(request, "tournaments/leave.html", desk_facts(event) | {"entry": leaver, "form": form})


@login_required
@require_POST
def back(request: HttpRequest, public_id: str, entry: str) -> HttpResponse:
    """Somebody who left plays on."""
    event = tournament_run_by(public_id, request.user)
    returning = entry_in(event, entry)
    let_back(entry=returning, by=account_of(request))
    messages.success(request, _("%(player)s continues to play.") % {"player": returning.player})
    return redirect("tournaments:entry", event.public_id, returning.public_id)


def desk_facts(event: Tournament) -> dict[str, Any]:
    """What every page of the desk shows of its event."""
    return {"room": ROOM, "event": event, "state": telling.state_of(event), "summary": telling.summary_of(event)}


def _agreed(request: HttpRequest, entered: Entry, sent: dict[str, Any]) -> str:
    by = account_of(request)
    match request.POST["about"]:
        case "bye":
            request_bye(entry=entered, round_number=sent["round"], kind=sent["kind"], by=by)
        case "table":
            fix_table(entry=entered, table=sent["table"], by=by)
        case _:
            move_entry(entry=entered, to=sent["to"], by=by)
    return _("Changes saved.")


def _brought(request: HttpRequest, event: Tournament, form: EntrantListForm, plan: Plan) -> HttpResponse:
    """Enter what was seen; where that has changed, show it again."""
    seen = request.POST.get("fingerprint", "")
    answers = _answers(request)
    try:
        entered = bring_players(
            tournament=event, text=form.sent, chosen=answers, fingerprint=seen, by=account_of(request)
        )
    except ListHasChanged as changed:
        messages.warning(request, changed.message)
        return render(request, "tournaments/bring.html", desk_facts(event) | {"form": form, "plan": plan})
    messages.success(request, _entered(entered) if entered else _("Everybody in this list is already entered."))
    if plan.left_to_do:
        messages.warning(request, plan.left_to_do)
    elif plan.parting:
        messages.success(
            request, _("Moothill avoids pairings between players of the same club in round 1 or in the groups.")
        )
    return redirect("tournaments:entries", event.public_id)


def _answers(request: HttpRequest) -> dict[str, str]:
    return {name: value for name, value in request.POST.items() if name.startswith("line-") and isinstance(value, str)}


def _entered(entered: Sequence[Entry]) -> str:
    count, waiting = len(entered), sum(entry.tournament.keeps_waiting(entry.number) for entry in entered)
    told = ngettext("%(count)d player was entered.", "%(count)d players were entered.", count) % {"count": count}
    if not waiting:
        return told
    among = ngettext("%(count)d of them is on the waiting list.", "%(count)d of them are on the waiting list.", waiting)
    return f"{told} {among % {'count': waiting}}"


def _left(leaver: Entry, from_round: int | None) -> str:
    if from_round is None:
        return _("%(player)s was withdrawn.") % {"player": leaver.player}
    return _("%(player)s leaves before round %(round)d.") % {"player": leaver.player, "round": from_round}


def _sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: also an empty one is an answer."""
    return request.POST if request.method == "POST" else None


def _sent_as(request: HttpRequest, about: str) -> QueryDict | None:
    """The same, of the one form among several that was sent."""
    return request.POST if request.POST.get("about") == about else None
