"""The page for the wall of the hall."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.shared.live import watch
from league.shared.responses import render_part
from league.tournaments.selectors.clock import clock_of
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.listing import tournament_seen_by
from league.tournaments.selectors.projector import wall_of
from league.tournaments.selectors.sheet import sheet_of
from league.tournaments.views.event import moved


@require_safe
def projector(request: HttpRequest, public_id: str, slug: str) -> HttpResponse:
    """Tables, seats and standings in letters for the whole hall; its leaves turn by themselves."""
    event, _rights = tournament_seen_by(public_id, request.user)
    if event.slug != slug:
        return moved(request, event, slug)
    watch(request, event.topic)
    facts = {
        "event": event,
        "clock": clock_of(event),
        "wall": wall_of(event, sheet_of(event), entrants_of(event, request.user)),
        "now": timezone.now(),
        "here": request.get_full_path(),
    }
    return render_part(
        request, facts, page="tournaments/projector/wall.html", fragment="tournaments/projector/_wall.html"
    )
