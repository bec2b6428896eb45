"""What organisers do with a league: make it, start a season, say who goes up and down, make the next season."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.selectors import club_run_by
from league.members.people import account_of
from league.seasons.errors import MOVED
from league.seasons.forms import LeagueForm, LeagueKindForm, MovesForm, NextSeasonForm, StartForm
from league.seasons.models import Season
from league.seasons.selectors.following import next_season_page
from league.seasons.selectors.leagues import league_run_by, seasons_of
from league.seasons.selectors.pages import address_of
from league.seasons.services.following import make_next_season
from league.seasons.services.making import make_league
from league.seasons.services.playing_off import make_play_off
from league.seasons.services.running import put_season_away, set_moves, start_season
from league.seasons.views.reading import ROOM
from league.shared.forms import faults_on


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a league in two steps, as an event is made: the game and the format, then all the rest."""
    club = club_run_by(slug, request.user)
    kind = LeagueKindForm(request.GET or None)
    if not kind.is_valid():
        return render(request, "seasons/new.html", {"room": ROOM, "club": club, "kind": kind})
    form = LeagueForm(request.POST if request.method == "POST" else None, wishes=kind.wishes(), zone=club.time_zone)
    if form.is_valid():
        with faults_on(form):
            made = make_league(club=club, by=account_of(request), plan=form.plan(), **form.choices())
            messages.success(
                request, _("%(league)s was created. Next, enter the players of every division.") % {"league": made}
            )
            return redirect(address_of(made))
    return render(request, "seasons/new.html", {"room": ROOM, "club": club, "form": form, "chosen": kind})


@login_required
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start every division of the latest season, after asking by when its rounds are to be played."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    form = StartForm(request.POST if request.method == "POST" else None, zone=league.club.time_zone)
    if form.is_valid():
        with faults_on(form):
            start_season(season=season, by=account_of(request), deadlines=form.deadlines())
            messages.success(request, _("%(season)s has started.") % {"season": season})
            return redirect(address_of(league, season))
    return render(request, "seasons/start.html", {"room": ROOM, "league": league, "season": season, "form": form})


@login_required
@require_http_methods(["GET", "POST"])
def moves(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say how many go up and down from each division of the latest season."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    form = MovesForm(request.POST if request.method == "POST" else None, season=season)
    if form.is_valid():
        with faults_on(form):
            set_moves(season=season, moves=form.moves(), by=account_of(request))
            messages.success(request, _("Changes saved."))
            return redirect(address_of(league, season))
    return render(request, "seasons/moves.html", {"room": ROOM, "league": league, "season": season, "form": form})


@login_required
@require_http_methods(["GET", "POST"])
def following(request: HttpRequest, public_id: str) -> HttpResponse:
    """Look at who goes up and down, change what is to be changed, and make the next season."""
    league = league_run_by(public_id, request.user)
    seasons = seasons_of(league)
    season = _season_meant(request, seasons)
    page = next_season_page(season)
    form = NextSeasonForm(request.POST if request.method == "POST" else None, page=page)
    if form.is_bound and form["seen"].value() != page.mark and season == seasons[0]:
        messages.error(request, MOVED)
        form = NextSeasonForm(page=page, initial={"name": form["name"].value()})
    elif form.is_valid():
        with faults_on(form):
            return _next_made(request, season, form)
    facts = {"room": ROOM, "league": league, "season": season, "page": page, "form": form}
    return render(request, "seasons/next.html", facts)


def _next_made(request: HttpRequest, season: Season, form: NextSeasonForm) -> HttpResponse:
    made = make_next_season(
        season=season,
        name=form.cleaned_data["name"],
        by=account_of(request),
        seen=form.cleaned_data["seen"],
        instead=form.instead(),
        newcomers=form.newcomers(),
    )
    messages.success(
        request, _("%(season)s was created. Check its divisions, then start the season.") % {"season": made}
    )
    return redirect(address_of(season.league, made))


def _season_meant(request: HttpRequest, seasons: Sequence[Season]) -> Season:
    """The season that a form was drawn for, also where another follows it by now; else the latest."""
    number = request.POST.get("season")
    return next((one for one in seasons if str(one.number) == number), seasons[0])


@login_required
@require_POST
def play_off(request: HttpRequest, public_id: str, level: int, place: int) -> HttpResponse:
    """Make an event of those who share a place of a division, and go to its desk."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    event = make_play_off(season=season, level=level, place=place, by=account_of(request))
    messages.success(request, _("%(event)s was created. Check the play-off, then start it.") % {"event": event})
    return redirect("tournaments:desk", event.public_id)


@login_required
@require_POST
def put_away(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the latest season, which has not started."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    put_season_away(season=season, by=account_of(request))
    messages.success(request, _("%(season)s was discarded.") % {"season": season})
    return redirect(address_of(league))
