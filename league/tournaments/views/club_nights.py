"""Organisers' pages of club nights: start, check-in, pairings, end; end of the season."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.accounts.queries import account_of
from league.common.errors import Conflict
from league.common.forms import posted, refusals_as_errors, refusals_as_messages
from league.common.live import watch
from league.common.responses import context_of, render_part, wants_fragment
from league.competition.errors import TooFewEntries
from league.tournaments.errors import CannotBePlayed, EntryRefused, TournamentRefused, WrongMoment
from league.tournaments.forms.entries import DayForm, WalkInForm
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.check_in import (
    check_in_for_night,
    games_open_tonight,
    open_night_of,
    player_to_check_in,
    recent_nights,
)
from league.tournaments.presenters.club_nights import attendance_of
from league.tournaments.presenters.ending import warnings_on_season
from league.tournaments.presenters.overview import progress_of
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
from league.tournaments.views.decorators import managed_frame, organiser_view, render_managed
from league.tournaments.views.tournament import frame_of


@organiser_view()
def evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The open club night, or the button to start one."""
    return _night_page(request, tournament, DayForm(club=tournament.club))


@organiser_view("POST")
def start_evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start a club night; the players that the form names are present."""
    form = DayForm(request.POST, club=tournament.club)
    if form.is_valid():
        with refusals_as_errors(form):
            opened = open_evening(tournament=tournament, by=account_of(request), day=form.cleaned_data["day"])
            again = "?again=1" if opened.presences.exists() else ""
            for key in () if again else request.POST.getlist("player"):
                if player := player_to_check_in(tournament, key):
                    with refusals_as_messages(request, EntryRefused):
                        set_presence(tournament=tournament, player=player, is_here=True, by=account_of(request))
            return redirect(reverse("tournaments:club-night", args=[tournament.public_id]) + again)
    return _night_page(request, tournament, form)


@organiser_view("POST")
def mark_presence(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Mark a player as here or not here."""
    player = player_to_check_in(tournament, request.POST.get("player", ""))
    if player is None:
        raise EntryRefused(
            _("This player is not on the list of the club. Choose a player from the list, or add another player.")
        )
    set_presence(tournament=tournament, player=player, is_here=request.POST.get("here") == "1", by=account_of(request))
    if wants_fragment(request):
        return _night_page(request, tournament, DayForm(club=tournament.club))
    return redirect("tournaments:club-night", tournament.public_id)


@organiser_view("POST")
def clear_check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Mark all players as not here."""
    clear_presence(tournament=tournament, by=account_of(request))
    messages.success(request, _("Check-in was cleared. Tick the players who are present now."))
    return redirect("tournaments:club-night", tournament.public_id)


@organiser_view("GET", "POST")
def add_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a player who is not in the list: a guest or a new member. Ask about known players with a similar name."""
    form = WalkInForm(posted(request))
    unreviewed = []
    if form.is_valid():
        name = form.cleaned_data["name"]
        namesakes = namesakes_of(tournament, name)
        unreviewed = form.unreviewed_namesakes(namesakes)
        if not unreviewed:
            with refusals_as_errors(form):
                known = [player.public_id for player in namesakes]
                entry = add_walk_in(
                    tournament=tournament, name=name, is_guest=form.is_guest, by=account_of(request), seen=known
                )
                messages.success(request, _("%(player)s is present.") % {"player": entry.player})
                return redirect("tournaments:club-night", tournament.public_id)
    seen = " ".join(player.public_id for player in unreviewed)
    return render_managed(request, tournament, "evenings/add_player.html", form=form, asked=unreviewed, seen=seen)


@organiser_view("POST")
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the players who are here: publish at once, or create a draft."""
    try:
        paired = pair_tables(tournament=tournament, by=account_of(request), at_once="look" not in request.POST)
    except (CannotBePlayed, WrongMoment) as refusal:
        cause = refusal.__cause__
        if isinstance(cause, TooFewEntries):
            why = _("Check in at least %(needed)d players first.") % cause.facts
        else:
            why = str(refusal)
        messages.error(request, why)
        answer = _night_page(request, tournament, DayForm(club=tournament.club))
        answer.status_code = refusal.status
        return answer
    if isinstance(paired, Round):
        messages.success(request, _("Round %(round)d was published.") % {"round": paired.number})
        return redirect("tournaments:round", tournament.public_id, tournament.slug, paired.number)
    return redirect("tournaments:manage-round", tournament.public_id, paired.number)


@organiser_view("POST")
def add_late_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Seat a late player at a table of the round in progress."""
    tonight = open_night_of(tournament)
    late = {row.public_id: row for row in tonight.late}.get(request.POST.get("player", "")) if tonight else None
    rooms = {str(game.table): game.table for game in tonight.room} if tonight else {}
    table = rooms.get(request.POST.get("table", ""))
    if tonight is None or tonight.playing is None or late is None or table is None:
        messages.error(
            request,
            _(
                "This seat is no longer free, or the round is finished. Choose another table,"
                " or wait for the next round."
            ),
        )
        return redirect("tournaments:club-night", tournament.public_id)
    number, entry = tonight.playing.number, tournament.entries.get(player__public_id=late.public_id).number
    with refusals_as_messages(request, Conflict, TournamentRefused):
        join_table(tournament=tournament, number=number, entry=entry, table=table, by=account_of(request))
        message = _("%(player)s plays at table %(table)d.") % {"player": late.name, "table": table}
        messages.success(request, message)
    return redirect("tournaments:club-night", tournament.public_id)


@organiser_view("GET", "POST")
def end_evening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """End the club night; the organiser abandons open games or leaves them open."""
    games = games_open_tonight(tournament)
    fault = ""
    if request.method == "POST":
        abandoned = [game.leg.pk for game in games if request.POST.get(f"game-{game.leg.pk}") == "abandoned"]
        try:
            close_evening(tournament=tournament, by=account_of(request), abandoned=abandoned)
        except (Conflict, TournamentRefused) as refusal:
            fault = refusal.message
        else:
            messages.success(request, _("The club night has ended."))
            return redirect("tournaments:standings", tournament.public_id, tournament.slug)
    return render_managed(request, tournament, "evenings/close.html", games=games, fault=fault)


@organiser_view("GET", "POST")
def finish_season(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """End the season, after a confirmation."""
    if request.method == "POST":
        end_season(tournament=tournament, by=account_of(request))
        messages.success(request, _("%(event)s is finished.") % {"event": tournament})
        return redirect("tournaments:standings", tournament.public_id, tournament.slug)
    return render_managed(request, tournament, "evenings/season.html", warnings=warnings_on_season(tournament))


@require_safe
def past_evenings(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """All club nights of the season with attendance."""
    tournament, rights = tournament_seen_by(public_id, request.user)
    if tournament.slug != slug:
        return redirect("tournaments:club-nights", tournament.public_id, tournament.slug)
    sheet = sheet_of(tournament)
    attendance = attendance_of(tournament, sheet, entrants_of(tournament, request.user))
    context = context_of(frame_of(request, tournament, rights, "evenings"))
    context |= {"attendance": attendance, "progress": progress_of(sheet)}
    return render(request, "tournaments/evenings/held.html", context)


def _report_topics(tournament: Tournament) -> tuple[str, ...]:
    return (f"reports:{tournament.club.public_id}",)


def _night_page(request: HttpRequest, tournament: Tournament, form: DayForm) -> HttpResponse:
    watch(request, tournament.topic, *_report_topics(tournament))
    tonight = open_night_of(tournament)
    night = None if tonight else latest_evening(tournament)
    sent = request.POST.getlist("player") if form.is_bound else None
    context = {
        "tonight": tonight,
        "held": [] if tonight else recent_nights(tournament),
        "night": night,
        "check_in": check_in_for_night(tournament, night, sent) if night else None,
        "form": form,
        "here": reverse("tournaments:club-night", args=[tournament.public_id]),
        "search": request.GET.get("q", ""),
        "again": "again" in request.GET,
        "topics": " ".join((tournament.topic, *_report_topics(tournament))),
    }
    fragment = "tournaments/evenings/_tonight.html"
    return render_part(
        request,
        context_of(managed_frame(request, tournament)) | context,
        page="tournaments/evenings/evening.html",
        fragment=fragment,
    )
