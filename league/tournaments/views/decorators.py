"""Decorators, contexts and rendering that pages of a tournament share."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from league.clubs.permissions import Rights, rights_of
from league.common.responses import context_of
from league.tournaments.models import Tournament
from league.tournaments.presenters.manage_sections import ToolGroup, tools_of
from league.tournaments.presenters.overview import state_of, summary_of
from league.tournaments.queries.tournaments import tournament_run_by, tournament_scored_by

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[..., HttpResponse]
ROOM = "tournaments"


@dataclass(frozen=True, slots=True)
class ManagedFrame:
    """Heading, rights and navigation of an organisers' page; `state` is a kind and words."""

    tournament: Tournament
    state: tuple[str, str]
    summary: str
    rights: Rights
    tools: list[ToolGroup]
    room: str = ROOM


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


def render_managed(request: HttpRequest, tournament: Tournament, template: str, **context: object) -> HttpResponse:
    """Render a page of organisers; `template` is its path below `tournaments/`."""
    return render(request, f"tournaments/{template}", context_of(managed_frame(request, tournament)) | context)


def managed_frame(request: HttpRequest, tournament: Tournament) -> ManagedFrame:
    """Return the frame of an organisers' page. Two queries."""
    rights = rights_of(request.user, tournament.club)
    current = (request.resolver_match and request.resolver_match.url_name) or ""
    tools = tools_of(tournament, rights, current)
    return ManagedFrame(tournament, state_of(tournament), summary_of(tournament), rights, tools)
