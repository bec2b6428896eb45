"""Contexts that pages of a tournament share."""

from typing import Any

from django.http import HttpRequest

from league.clubs.permissions import rights_of
from league.tournaments.models import Tournament
from league.tournaments.presenters.manage_sections import tools_of
from league.tournaments.presenters.overview import state_of, summary_of

ROOM = "tournaments"


def manage_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of organisers' pages: heading, rights and navigation. Two queries."""
    rights = rights_of(request.user, tournament.club)
    current = (request.resolver_match and request.resolver_match.url_name) or ""
    return heading_context(tournament) | {"rights": rights, "tools": tools_of(tournament, rights, current)}


def heading_context(tournament: Tournament) -> dict[str, Any]:
    """Return the context of a page's heading."""
    return {"room": ROOM, "tournament": tournament, "state": state_of(tournament), "summary": summary_of(tournament)}
