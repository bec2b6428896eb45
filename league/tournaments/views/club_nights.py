"""Organisers' pages of club nights: start, check-in, pairings, end; end of the season."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.accounts.queries import account_of
from league.common.errors import Conflict
from league.common.forms import faults_on, posted, refusals_shown
from league.common.live import watch
from league.common.responses import render_part, wants_fragment
from league.competition.errors import TooFewEntries
from league.tournaments.errors import CannotBePlayed, EntryRefused, TournamentRefused, WrongMoment
from league.tournaments.forms.entries import DayForm, WalkInForm
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.attendance import attendance_of
from league.tournaments.presenters.check_in import check_in_again
from league.tournaments.presenters.club_nights import (
    evening_at_desk,
    games_open_tonight,
    nights_held,
    player_to_check_in,
)
from league.tournaments.presenters.ending import warnings_on_season
from league.tournaments.queries.entries import entrants_of, namesakes_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.tournaments import latest_evening, tournament_seen_by
from league.tournaments.services.club_nights import (
    add_walk_in,
    clear_presence,
    close_evening,
    end_season,
    open_evening,
    pair_tables,
    set_presence,
)
from league.tournaments.services.repairs import join_table
from league.tournaments.views.contexts import heading_context, manage_context
from league.tournaments.views.decorators import organiser_view


@organiser_view()
def evening(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The open club night, or the button to start one."""
    return _desk(request, event, DayForm(club=event.club))


@organiser_view("POST")
def start_evening(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Start a club night; the players that the form names are present."""
    form = DayForm(request.POST, club=event.club)
    if form.is_valid():
        with faults_on(form):
            opened = open_evening(tournament=event, by=account_of(request), day=form.chosen)
            again = "?again=1" if opened.presences.exists() else ""
            for key in () if again else request.POST.getlist("player"):
                if player := player_to_check_in(event, key):
                    with refusals_shown(request, EntryRefused):
                        set_presence(tournament=event, player=player, is_here=True, by=account_of(request))
            return redirect(reverse("tournaments:evening", args=[event.public_id]) + again)
    return _desk(request, event, form)


@organiser_view("POST")
def mark_presence(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Mark a player as here or not here."""
    player = player_to_check_in(event, request.POST.get("player", ""))
    if player is None:
        raise EntryRefused(
            _("This player is not on the list of the club. Choose a player from the list, or add another player.")
        )
    set_presence(tournament=event, player=player, is_here=request.POST.get("here") == "1", by=account_of(request))
    if wants_fragment(request):
        return _desk(request, event, DayForm(club=event.club))
    return redirect("tournaments:evening", event.public_id)


@organiser_view("POST")
def clear_check_in(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Mark all players as not here."""
    clear_presence(tournament=event, by=account_of(request))
    messages.success(request, _("Check-in was cleared. Tick the players who are present now."))
    return redirect("tournaments:evening", event.public_id)


@organiser_view("GET", "POST")
def add_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Add a player who is not in the list: a guest or a new member. Ask about known players with a similar name."""
    form = WalkInForm(posted(request))
    asked = []
    if form.is_valid():
        name = form.cleaned_data["name"]
        namesakes = namesakes_of(event, name)
        asked = form.not_looked_at(namesakes)
        if not asked:
            with faults_on(form):
                seen = [player.public_id for player in namesakes]
                entry = add_walk_in(
                    tournament=event, name=name, is_guest=form.is_guest, by=account_of(request), seen=seen
                )
                messages.success(request, _("%(player)s is present.") % {"player": entry.player})
                return redirect("tournaments:evening", event.public_id)
    facts = {"form": form, "asked": asked, "seen": " ".join(player.public_id for player in asked)}
    return render(request, "tournaments/evenings/add_player.html", manage_context(request, event) | facts)


@organiser_view("POST")
def pair(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Pair the players who are here: publish at once, or create a draft."""
    try:
        made = pair_tables(tournament=event, by=account_of(request), at_once="look" not in request.POST)
    except (CannotBePlayed, WrongMoment) as refusal:
        cause = refusal.__cause__
        if isinstance(cause, TooFewEntries):
            why = _("Check in at least %(needed)d players first.") % cause.facts
        else:
            why = str(refusal)
        messages.error(request, why)
        answer = _desk(request, event, DayForm(club=event.club))
        answer.status_code = refusal.status
        return answer
    if isinstance(made, Round):
        messages.success(request, _("Round %(round)d was published.") % {"round": made.number})
        return redirect("tournaments:round", event.public_id, event.slug, made.number)
    return redirect("tournaments:desk-round", event.public_id, made.number)


@organiser_view("POST")
def seat_late_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Seat a late player at a table of the round in progress."""
    tonight = evening_at_desk(event)
    late = {one.public_id: one for one in tonight.late}.get(request.POST.get("player", "")) if tonight else None
    rooms = {str(one.number): one.number for one in tonight.room} if tonight else {}
    table = rooms.get(request.POST.get("table", ""))
    if tonight is None or tonight.playing is None or late is None or table is None:
        messages.error(
            request,
            _(
                "This seat is no longer free, or the round is finished. Choose another table,"
                " or wait for the next round."
            ),
        )
        return redirect("tournaments:evening", event.public_id)
    number, entry = tonight.playing.number, event.entries.get(player__public_id=late.public_id).number
    with refusals_shown(request, Conflict, TournamentRefused):
        join_table(tournament=event, number=number, entry=entry, table=table, by=account_of(request))
        message = _("%(player)s plays at table %(table)d.") % {"player": late.name, "table": table}
        messages.success(request, message)
    return redirect("tournaments:evening", event.public_id)


@organiser_view("GET", "POST")
def end_evening(request: HttpRequest, event: Tournament) -> HttpResponse:
    """End the club night; the organiser abandons open games or leaves them open."""
    games = games_open_tonight(event)
    fault = ""
    if request.method == "POST":
        abandoned = [one.leg.pk for one in games if request.POST.get(f"game-{one.leg.pk}") == "abandoned"]
        try:
            close_evening(tournament=event, by=account_of(request), abandoned=abandoned)
        except (Conflict, TournamentRefused) as refusal:
            fault = refusal.message
        else:
            messages.success(request, _("The club night has ended."))
            return redirect("tournaments:standings", event.public_id, event.slug)
    facts = {"games": games, "evening": evening_at_desk(event), "fault": fault}
    return render(request, "tournaments/evenings/close.html", manage_context(request, event) | facts)


@organiser_view("GET", "POST")
def finish_season(request: HttpRequest, event: Tournament) -> HttpResponse:
    """End the season, after a confirmation."""
    if request.method == "POST":
        end_season(tournament=event, by=account_of(request))
        messages.success(request, _("%(event)s is finished.") % {"event": event})
        return redirect("tournaments:standings", event.public_id, event.slug)
    facts = manage_context(request, event) | {"warnings": warnings_on_season(event)}
    return render(request, "tournaments/evenings/season.html", facts)


@require_safe
def past_evenings(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """All club nights of the season with attendance."""
    event, rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return redirect("tournaments:evenings", event.public_id, event.slug)
    attendance = attendance_of(event, sheet_of(event), entrants_of(event, request.user))
    facts = {"rights": rights, "tab": "evenings", "attendance": attendance}
    return render(request, "tournaments/evenings/held.html", heading_context(event) | facts)


def _report_topics(event: Tournament) -> tuple[str, ...]:
    return (f"reports:{event.club.public_id}",)


def _desk(request: HttpRequest, event: Tournament, form: DayForm) -> HttpResponse:
    watch(request, event.topic, *_report_topics(event))
    tonight = evening_at_desk(event)
    night = None if tonight else latest_evening(event)
    sent = request.POST.getlist("player") if form.is_bound else None
    facts: dict[str, Any] = {
        "tonight": tonight,
        "held": [] if tonight else nights_held(event),
        "night": night,
        "door": check_in_again(event, night, sent) if night else None,
        "form": form,
        "here": reverse("tournaments:evening", args=[event.public_id]),
        "search": request.GET.get("q", ""),
        "again": "again" in request.GET,
        "topics": " ".join((event.topic, *_report_topics(event))),
    }
    fragment = "tournaments/evenings/_tonight.html"
    return render_part(
        request, manage_context(request, event) | facts, page="tournaments/evenings/evening.html", fragment=fragment
    )
