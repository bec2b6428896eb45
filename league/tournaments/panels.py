"""What a club's page shows of its tournaments."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.tournaments.selectors.listing import tournaments_at
from league.tournaments.selectors.overview import rows_of


def tournaments_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The latest tournaments of the club, running ones first, and the ways to make another."""
    rows = rows_of(tournaments_at(club.pk))
    ways = {"new_href": "tournaments:new", "file_href": "tournaments:from-file"}
    return {"rows": rows} | {
        name: reverse(to, args=[club.slug]) if rights.organise else "" for name, to in ways.items()
    }
