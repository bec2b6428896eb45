"""Pages of leagues."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.accounts.queries import account_of
from league.clubs.queries import club_run_by
from league.common.forms import posted, refusals_as_errors
from league.common.live import watch
from league.common.responses import render_part, require_safe_or_post
from league.seasons.errors import MOVED
from league.seasons.forms import LeagueForm, LeagueKindForm, MovesForm, NextSeasonForm, StartForm
from league.seasons.models import Season
from league.seasons.next_season import make_next_season, make_play_off
from league.seasons.presenters import league_url, next_season_page, rows_of, season_page, topics_of
from league.seasons.queries import (
    league_run_by,
    league_seen_by,
    leagues_for_lists,
    season_among,
    seasons_of,
    tournaments_of_latest,
)
from league.seasons.services import discard_season, make_league, set_moves, start_season

ROOM = "tournaments"
PAGE = 20


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues that the reader may see, by name."""
    page = Paginator(leagues_for_lists(request.user), PAGE).get_page(request.GET.get("page"))
    rows = rows_of(page, tournaments_of_latest(page, request.user))
    return render(request, "seasons/list.html", {"room": ROOM, "page": page, "rows": rows})


@require_safe
def league(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """Show the present season."""
    return _shown(request, public_id, slug, None)


@require_safe
def season(request: HttpRequest, public_id: str, slug: str, number: int) -> HttpResponse:
    """Show a season."""
    return _shown(request, public_id, slug, number)


def _shown(request: HttpRequest, public_id: str, slug: str, number: int | None) -> HttpResponse:
    league, rights = league_seen_by(public_id, request.user)
    seasons = seasons_of(league)
    shown = season_among(seasons, number)
    if slug != league.slug:
        return redirect(league_url(league, shown if number else None))
    watch(request, *topics_of(shown))
    context = {
        "room": ROOM,
        "page": season_page(league, seasons, shown, request.user),
        "rights": rights,
        "address": request.path,
    }
    return render_part(request, context, page="seasons/season.html", fragment="seasons/_season.html")


@login_required
@require_safe_or_post
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a league in two steps, as with a tournament: game and format, then the rest."""
    club = club_run_by(slug, request.user)
    kind = LeagueKindForm(request.GET or None)
    if not kind.is_valid():
        return render(request, "seasons/new.html", {"room": ROOM, "club": club, "kind": kind})
    form = LeagueForm(posted(request), requirements=kind.requirements(), zone=club.time_zone)
    if form.is_valid():
        with refusals_as_errors(form):
            league = make_league(club=club, by=account_of(request), plan=form.plan(), **form.choices())
            messages.success(
                request, _("%(league)s was created. Next, enter the players of every division.") % {"league": league}
            )
            return redirect(league_url(league))
    return render(request, "seasons/new.html", {"room": ROOM, "club": club, "form": form, "chosen": kind})


@login_required
@require_safe_or_post
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start every division of the latest season, after asking for deadlines."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    form = StartForm(posted(request), zone=league.club.time_zone)
    if form.is_valid():
        with refusals_as_errors(form):
            start_season(season=season, by=account_of(request), deadlines=form.deadlines())
            messages.success(request, _("%(season)s has started.") % {"season": season})
            return redirect(league_url(league, season))
    return render(request, "seasons/start.html", {"room": ROOM, "league": league, "season": season, "form": form})


@login_required
@require_safe_or_post
def moves(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the numbers of promoted and relegated players of the latest season."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    form = MovesForm(posted(request), season=season)
    if form.is_valid():
        with refusals_as_errors(form):
            set_moves(season=season, moves=form.moves(), by=account_of(request))
            messages.success(request, _("Changes saved."))
            return redirect(league_url(league, season))
    return render(request, "seasons/moves.html", {"room": ROOM, "league": league, "season": season, "form": form})


@login_required
@require_safe_or_post
def next_season(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show promotion and relegation, let the organiser change them, and create the next season."""
    league = league_run_by(public_id, request.user)
    seasons = seasons_of(league)
    season = _season_of_form(request, seasons)
    page = next_season_page(season)
    form = NextSeasonForm(posted(request), page=page)
    if form.is_bound and form["seen"].value() != page.mark and season == seasons[0]:
        messages.error(request, MOVED)
        form = NextSeasonForm(page=page, initial={"name": form["name"].value()})
    elif form.is_valid():
        with refusals_as_errors(form):
            return _create_next(request, season, form)
    context = {"room": ROOM, "league": league, "season": season, "page": page, "form": form}
    return render(request, "seasons/next.html", context)


def _create_next(request: HttpRequest, season: Season, form: NextSeasonForm) -> HttpResponse:
    following = make_next_season(
        season=season,
        name=form.cleaned_data["name"],
        by=account_of(request),
        seen=form.cleaned_data["seen"],
        instead=form.instead(),
        newcomers=form.newcomers(),
    )
    messages.success(
        request, _("%(season)s was created. Check its divisions, then start the season.") % {"season": following}
    )
    return redirect(league_url(season.league, following))


def _season_of_form(request: HttpRequest, seasons: Sequence[Season]) -> Season:
    """Return the season that the form was made for, even if a newer one exists; else the latest."""
    number = request.POST.get("season")
    return next((season for season in seasons if str(season.number) == number), seasons[0])


@login_required
@require_POST
def play_off(request: HttpRequest, public_id: str, level: int, place: int) -> HttpResponse:
    """Create a play-off, and go to its Manage page."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    tournament = make_play_off(season=season, level=level, place=place, by=account_of(request))
    messages.success(request, _("%(event)s was created. Check the play-off, then start it.") % {"event": tournament})
    return redirect("tournaments:manage", tournament.public_id)


@login_required
@require_POST
def discard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Discard the latest season, which has not started."""
    league = league_run_by(public_id, request.user)
    season = seasons_of(league)[0]
    discard_season(season=season, by=account_of(request))
    messages.success(request, _("%(season)s was discarded.") % {"season": season})
    return redirect(league_url(league))
