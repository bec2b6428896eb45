"""Decorators, contexts and rendering that pages of a tournament share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.clubs.permissions import rights_of
from league.tournaments.models import Tournament
from league.tournaments.presenters.manage_sections import tools_of
from league.tournaments.presenters.overview import state_of, summary_of
from league.tournaments.queries.tournaments import tournament_run_by, tournament_scored_by

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[..., HttpResponse]


class Decorator(Protocol):
    """Turns a view of a tournament into a page with a public id in its URL."""

    def __call__(self, view: View[P], /) -> Page:
        """Decorate the view."""


def organiser_view(*methods: str) -> Decorator:
    """Return a decorator for organisers' views, which get the tournament; GET only unless methods are given."""
    return _view_of(tournament_run_by, methods)


def scorer_view(*methods: str) -> Decorator:
    """Return a decorator for views of organisers and scorers; GET only unless methods are given."""
    return _view_of(tournament_scored_by, methods)


def _view_of(find: Callable[[str, Any], Tournament], methods: tuple[str, ...]) -> Decorator:
    allowed = [*(methods or ["GET"])]
    if "GET" in allowed:
        allowed.append("HEAD")  # RFC 9110, 9.1: it works wherever GET does

    def decorate(view: View[P]) -> Page:
        @login_required
        @require_http_methods(allowed)
        @wraps(view)
        def page(request: HttpRequest, public_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            return view(request, find(public_id, request.user), *args, **kwargs)

        return page

    return decorate


ROOM = "tournaments"


def render_managed(request: HttpRequest, tournament: Tournament, template: str, **context: object) -> HttpResponse:
    """Render a page of organisers; `template` is its path below `tournaments/`."""
    return render(request, f"tournaments/{template}", manage_context(request, tournament) | context)


def manage_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of organisers' pages: heading, rights and navigation. Two queries."""
    rights = rights_of(request.user, tournament.club)
    current = (request.resolver_match and request.resolver_match.url_name) or ""
    return heading_context(tournament) | {"rights": rights, "tools": tools_of(tournament, rights, current)}


def heading_context(tournament: Tournament) -> dict[str, Any]:
    """Return the context of a page's heading."""
    return {"room": ROOM, "tournament": tournament, "state": state_of(tournament), "summary": summary_of(tournament)}
