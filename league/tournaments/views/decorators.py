"""Decorators and context shared by organisers' pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.clubs.permissions import rights_of
from league.common.errors import Refusal, Unavailable
from league.tournaments.models import Tournament
from league.tournaments.presenters import overview as telling
from league.tournaments.presenters.manage_sections import tools_of
from league.tournaments.queries.tournaments import tournament_run_by, tournament_scored_by

ROOM = "tournaments"
SAFE = ("GET", "HEAD")
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[..., HttpResponse]


class Decorator(Protocol):
    """Turns a view of a tournament into a page with a public id in its URL."""

    def __call__(self, view: View[P], /) -> Page:
        """Decorate the view."""


def organiser_view(*methods: str) -> Decorator:
    """Return a decorator for organisers' views, which get the tournament; GET only unless methods are given."""
    return _view_of(tournament_run_by, methods or SAFE)


def scorer_view(*methods: str) -> Decorator:
    """Return the same for organisers and scorers."""
    return _view_of(tournament_scored_by, methods or SAFE)


def desk_facts(request: HttpRequest, event: Tournament) -> dict[str, Any]:
    """Return the context of organisers' pages: tournament and navigation. Two queries."""
    rights = rights_of(request.user, event.club)
    at = request.resolver_match.url_name if request.resolver_match else None
    return event_facts(event) | {"rights": rights, "tools": tools_of(event, rights, at or "")}


def event_facts(event: Tournament) -> dict[str, Any]:
    """Return the context of a page's heading."""
    return {"room": ROOM, "event": event, "state": telling.state_of(event), "summary": telling.summary_of(event)}


@contextmanager
def refusals_shown(request: HttpRequest, *kinds: type[Refusal]) -> Iterator[None]:
    """Show refusals as messages on the next page; with `kinds`, only these."""
    try:
        yield
    except Unavailable:
        raise
    except Refusal as refusal:
        if kinds and not isinstance(refusal, kinds):
            raise
        messages.error(request, refusal.message)


def _view_of(find: Callable[[str, Any], Tournament], methods: tuple[str, ...]) -> Decorator:
    def decorate(view: View[P]) -> Page:
        @login_required
        @require_http_methods(methods)
        @wraps(view)
        def page(request: HttpRequest, public_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            return view(request, find(public_id, request.user), *args, **kwargs)

        return page

    return decorate
