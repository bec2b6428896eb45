"""What views of the organiser's pages share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from league.clubs.permissions import rights_of
from league.shared.errors import Refusal, Unavailable
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
    """From a view of a tournament to a page at its address."""

    def __call__(self, view: View[P], /) -> Page:
        """Decorate the view."""


def organiser_view(*methods: str) -> Decorator:
    """A view for organisers of a tournament, which it gets for the public id; by GET alone unless methods are named."""
    return _view_of(tournament_run_by, methods or SAFE)


def scorer_view(*methods: str) -> Decorator:
    """The same for organisers and scorers."""
    return _view_of(tournament_scored_by, methods or SAFE)


def desk_facts(request: HttpRequest, event: Tournament) -> dict[str, Any]:
    """What every page of an organiser shows of its tournament, and the way to the others; two queries."""
    rights = rights_of(request.user, event.club)
    at = request.resolver_match.url_name if request.resolver_match else None
    return event_facts(event) | {"rights": rights, "tools": tools_of(event, rights, at or "")}


def event_facts(event: Tournament) -> dict[str, Any]:
    """What the head of a page shows of its tournament."""
    return {"room": ROOM, "event": event, "state": telling.state_of(event), "summary": telling.summary_of(event)}


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: also an empty one is an answer."""
    return request.POST if request.method == "POST" else None


@contextmanager
def refusals_shown(request: HttpRequest, *kinds: type[Refusal]) -> Iterator[None]:
    """Show on the next page what was refused: only these kinds where some are named."""
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
