"""Pages of entries: members, guests, lists, arrangements, registration and check-in."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from league.accounts.queries import account_of
from league.common.forms import posted, refusals_as_errors
from league.common.live import watch
from league.common.responses import context_of, render_part, wants_fragment
from league.tournaments.errors import ListHasChanged
from league.tournaments.forms.entries import (
    ByeForm,
    EntrantListForm,
    EntriesForm,
    ForbiddenPairForm,
    GuestForm,
    LeaveForm,
    PlaceForm,
    TableForm,
)
from league.tournaments.import_preview import Plan, plan_of
from league.tournaments.models import Entry, Tournament
from league.tournaments.presenters.check_in import check_in_of
from league.tournaments.presenters.manage import tables_now
from league.tournaments.queries.entries import (
    byes_of,
    entry_in,
    forbidden_pairs,
    name_of_newcomer,
    namesakes_of,
    rows_of_entries,
)
from league.tournaments.queries.standings_cache import ratings_at_start
from league.tournaments.queries.tournaments import latest_evening, tournament_seen_by
from league.tournaments.services.arrangements import fix_table, remove_bye, request_bye
from league.tournaments.services.entries import (
    PHASE_MESSAGES,
    check_in,
    enter_from_list,
    enter_guest,
    enter_late,
    enter_players,
    register,
    set_phase,
    unregister,
)
from league.tournaments.services.entry_list import move_entry, order_entries
from league.tournaments.services.forbidden_pairs import forbid_pair, remove_forbidden_pair
from league.tournaments.services.withdrawals import readmit_entry, withdraw
from league.tournaments.views.decorators import managed_frame, organiser_view, render_managed, scorer_view


@organiser_view("GET", "POST")
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter and remove players; while the tournament runs, they enter late."""
    form = EntriesForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_as_errors(form):
            enter = enter_late if tournament.is_running else enter_players
            entered = enter(tournament=tournament, players=form.cleaned_data["players"], by=account_of(request))
            messages.success(request, _entered(entered))
            return redirect("tournaments:entries", tournament.public_id)
    rows = rows_of_entries(tournament, ratings_at_start(tournament))
    return render_managed(request, tournament, "entries.html", form=form, guest=GuestForm(), entries=rows)


@organiser_view("GET", "POST")
def guest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter a guest by name. Ask about known players with a similar name."""
    name = request.POST.get("name", "")
    namesakes = namesakes_of(tournament, name)
    listed_as = name_of_newcomer(tournament.club, name) if namesakes else ""
    form = GuestForm(posted(request), namesakes=namesakes, listed_as=listed_as)
    if form.is_valid() and form.is_answered:
        with refusals_as_errors(form):
            seen, player = form.looked_at, form.player
            entered = enter_guest(
                tournament=tournament, name=form.cleaned_data["name"], player=player, seen=seen, by=account_of(request)
            )
            messages.success(request, _("%(player)s was entered.") % {"player": entered.player})
            return redirect("tournaments:entries", tournament.public_id)
    return render_managed(request, tournament, "guest.html", form=form, seen=" ".join(form.namesakes))


@organiser_view("GET", "POST")
def import_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter a list of players: text or file, preview, confirmation."""
    form = EntrantListForm(posted(request), request.FILES or None)
    plan = None
    if form.is_valid() and "edit" not in request.POST:
        with refusals_as_errors(form):
            plan = plan_of(tournament, form.sent, _answers(request))
            if "confirmed" in request.POST:
                return _import_answer(request, tournament, form, plan)
    return render_managed(request, tournament, "import_players.html", form=form, plan=plan)


@organiser_view("GET", "POST")
def order(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change the seeding before the start."""
    if request.method == "POST":
        order_entries(tournament=tournament, order=request.POST.get("order", ""), by=account_of(request))
        messages.success(request, _("The seeding was saved."))
        return redirect("tournaments:seeding", tournament.public_id)
    return render_managed(request, tournament, "order.html", entries=rows_of_entries(tournament, {}))


@organiser_view("GET", "POST")
def forbid_pairs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add pairs that must not meet, for example a family."""
    form = ForbiddenPairForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_as_errors(form):
            until = form.cleaned_data["until_round"]
            ticked = form.cleaned_data["entries"]
            count = forbid_pair(tournament=tournament, entries=ticked, until_round=until, by=account_of(request))
            sentence = ngettext("%(count)d avoided pairing was added.", "%(count)d avoided pairings were added.", count)
            messages.success(request, sentence % {"count": count})
            return redirect("tournaments:avoided-pairings", tournament.public_id)
    return render_managed(request, tournament, "apart.html", form=form, pairs=forbidden_pairs(tournament))


@organiser_view("POST")
def allow_pair(request: HttpRequest, tournament: Tournament, pair: str) -> HttpResponse:
    """Remove a forbidden pair."""
    remove_forbidden_pair(tournament=tournament, pair=pair, by=account_of(request))
    messages.success(request, _("The avoided pairing was removed."))
    return redirect("tournaments:avoided-pairings", tournament.public_id)


@organiser_view("GET", "POST")
def entry(request: HttpRequest, tournament: Tournament, entry: str) -> HttpResponse:
    """Arrangements with a player: number in the list, byes, fixed table."""
    entered = entry_in(tournament, entry)
    initial = {"table": entered.fixed_table, "to": entered.number}
    forms = {
        "bye": ByeForm(_sent_as(request, "bye"), tournament=tournament),
        "table": TableForm(_sent_as(request, "table"), initial=initial),
        "place": PlaceForm(_sent_as(request, "place"), initial=initial),
    }
    form = forms.get(request.POST.get("about", ""))
    if form is not None and form.is_valid():
        with refusals_as_errors(form):
            by = account_of(request)
            match request.POST["about"]:
                case "bye":
                    request_bye(
                        entry=entered, round_number=form.cleaned_data["round"], kind=form.cleaned_data["kind"], by=by
                    )
                case "table":
                    fix_table(entry=entered, table=form.cleaned_data["table"], by=by)
                case _:
                    move_entry(entry=entered, to=form.cleaned_data["to"], by=by)
            messages.success(request, _("Changes saved."))
            return redirect("tournaments:entry", tournament.public_id, entered.public_id)
    return render_managed(request, tournament, "entry.html", entry=entered, byes=byes_of(entered), forms=forms)


@organiser_view("POST")
def no_bye(request: HttpRequest, tournament: Tournament, entry: str, number: int) -> HttpResponse:
    """Remove a requested bye."""
    entered = entry_in(tournament, entry)
    remove_bye(entry=entered, round_number=number, by=account_of(request))
    words = {"player": entered.player, "round": number}
    messages.success(request, _("The bye of %(player)s in round %(round)d was removed.") % words)
    return redirect("tournaments:entry", tournament.public_id, entered.public_id)


@organiser_view("GET", "POST")
def withdraw_entry(request: HttpRequest, tournament: Tournament, entry: str) -> HttpResponse:
    """Remove an entry before the start; withdraw it later, now or from a later round."""
    leaver = entry_in(tournament, entry)
    form = LeaveForm(posted(request))
    if form.is_valid():
        with refusals_as_errors(form):
            from_round = form.cleaned_data["from_round"]
            withdraw(entry=leaver, from_round=from_round, by=account_of(request))
            messages.success(request, _left(leaver, from_round))
            return redirect("tournaments:entries", tournament.public_id)
    return render_managed(request, tournament, "leave.html", entry=leaver, form=form)


@organiser_view("POST")
def cancel_withdrawal(request: HttpRequest, tournament: Tournament, entry: str) -> HttpResponse:
    """Let a withdrawn player play again."""
    returning = entry_in(tournament, entry)
    readmit_entry(entry=returning, by=account_of(request))
    messages.success(request, _("%(player)s continues to play.") % {"player": returning.player})
    return redirect("tournaments:entry", tournament.public_id, returning.public_id)


@login_required
@require_POST
def registration(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:  # noqa: ARG001  (of the address)
    """Register the signed-in player, or withdraw."""
    tournament, _rights = tournament_seen_by(public_id, request.user)
    if request.POST.get("out"):
        unregister(tournament=tournament, by=account_of(request))
        messages.success(request, _("You have withdrawn from %(event)s.") % {"event": tournament})
    else:
        entry = register(tournament=tournament, by=account_of(request))
        waits, enters = _("You are on the waiting list of %(event)s."), _("You are entered in %(event)s.")
        messages.success(request, (waits if tournament.keeps_waiting(entry.number) else enters) % {"event": tournament})
    return redirect("tournaments:tournament", tournament.public_id, tournament.slug)


@organiser_view("POST")
def phase(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open registration or check-in, or make it a draft again."""
    to = request.POST.get("to", "")
    if to in PHASE_MESSAGES:
        set_phase(tournament=tournament, to=to, by=account_of(request))
    return redirect("tournaments:check-in" if to == "check-in" else "tournaments:manage", tournament.public_id)


@scorer_view()
def check_in_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The check-in list."""
    return _check_in(request, tournament)


@scorer_view("POST")
def set_check_in(request: HttpRequest, tournament: Tournament, entry: str) -> HttpResponse:
    """Mark an entry as here or not here."""
    check_in(entry=entry_in(tournament, entry), is_here=request.POST.get("here") == "1", by=account_of(request))
    if wants_fragment(request):
        return _check_in(request, tournament)
    return redirect(_check_in_page(tournament, only_missing=_only_missing(request)))


@organiser_view()
def starting(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Before the start: absent players, and the choice between removal and a bye in round 1."""
    return render_managed(request, tournament, "starting.html", check_in=check_in_of(tournament))


def _check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    watch(request, tournament.topic)
    is_open = tournament.status == Tournament.Status.CHECK_IN  # only then are there a search and a filter
    only_missing = is_open and _only_missing(request)
    night = latest_evening(tournament) if tournament.by_evenings else None
    listed = check_in_of(
        tournament, request.GET.get("q", "") if is_open else "", only_missing=only_missing, night=night
    )
    here = _check_in_page(tournament, only_missing=only_missing)
    frame = managed_frame(request, tournament)
    number, tiles = (0, ()) if tournament.by_evenings else tables_now(tournament, frame.rights, request.user)
    context = context_of(frame) | {"check_in": listed, "night": night, "here": here, "number": number, "tiles": tiles}
    return render_part(request, context, page="tournaments/check_in.html", fragment="tournaments/_check_in.html")


def _only_missing(request: HttpRequest) -> bool:
    return "missing" in request.GET


def _check_in_page(tournament: Tournament, *, only_missing: bool) -> str:
    page = reverse("tournaments:check-in", args=[tournament.public_id])
    return f"{page}?missing=1" if only_missing else page


def _import_answer(request: HttpRequest, tournament: Tournament, form: EntrantListForm, plan: Plan) -> HttpResponse:
    """Enter the players of the preview; if the plan has changed, show it again."""
    seen = request.POST.get("fingerprint", "")
    answers = _answers(request)
    try:
        entered = enter_from_list(
            tournament=tournament, text=form.sent, chosen=answers, fingerprint=seen, by=account_of(request)
        )
    except ListHasChanged as changed:
        messages.warning(request, changed.message)
        return render_managed(request, tournament, "import_players.html", form=form, plan=plan)
    messages.success(request, _entered(entered) if entered else _("Everybody in this list is already entered."))
    if plan.draft_warning:
        messages.warning(request, plan.draft_warning)
    elif plan.clubs_to_separate:
        messages.success(
            request, _("Moothill avoids pairings between players of the same club in round 1 or in the groups.")
        )
    return redirect("tournaments:entries", tournament.public_id)


def _answers(request: HttpRequest) -> dict[str, str]:
    return {name: value for name, value in request.POST.items() if name.startswith("line-") and isinstance(value, str)}


def _entered(entered: Sequence[Entry]) -> str:
    count, waiting = len(entered), sum(entry.tournament.keeps_waiting(entry.number) for entry in entered)
    sentence = ngettext("%(count)d player was entered.", "%(count)d players were entered.", count) % {"count": count}
    if not waiting:
        return sentence
    among = ngettext("%(count)d of them is on the waiting list.", "%(count)d of them are on the waiting list.", waiting)
    return f"{sentence} {among % {'count': waiting}}"


def _left(leaver: Entry, from_round: int | None) -> str:
    if from_round is None:
        return _("%(player)s was withdrawn.") % {"player": leaver.player}
    return _("%(player)s leaves before round %(round)d.") % {"player": leaver.player, "round": from_round}


def _sent_as(request: HttpRequest, about: str) -> QueryDict | None:
    """Return the posted data if it belongs to this one of several forms."""
    return request.POST if request.POST.get("about") == about else None
