"""What everybody reads of a league."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.seasons.selectors.leagues import league_seen_by, leagues_for_lists, season_among, seasons_of
from league.seasons.selectors.pages import address_of, rows_of, season_page, topics_of
from league.shared.fragments import render_part
from league.shared.live import watch

ROOM = "tournaments"
PAGE = 50


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Every league that exists for the reader, by name."""
    page = Paginator(leagues_for_lists(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "seasons/list.html", {"room": ROOM, "page": page, "rows": rows_of(page)})


@require_safe
def league(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """The season that is played, with the tables of all divisions."""
    return _shown(request, public_id, slug, None)


@require_safe
def season(request: HttpRequest, public_id: str, slug: str, number: int) -> HttpResponse:
    """One season, also one that is long over."""
    return _shown(request, public_id, slug, number)


def _shown(request: HttpRequest, public_id: str, slug: str, number: int | None) -> HttpResponse:
    found, rights = league_seen_by(public_id, request.user)
    seasons = seasons_of(found)
    shown = season_among(seasons, number)
    if slug != found.slug:
        return redirect(address_of(found, shown if number else None))
    watch(request, *topics_of(shown))
    facts = {
        "room": ROOM,
        "page": season_page(found, seasons, shown, request.user),
        "rights": rights,
        "address": request.path,
    }
    return render_part(request, facts, page="seasons/season.html", fragment="seasons/_season.html")
