"""What a club's page shows of its leagues."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.rules import Rights
from league.seasons.selectors.leagues import leagues_at
from league.seasons.selectors.pages import rows_of


def leagues_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The leagues of the club, and the way to make one."""
    new_href = reverse("seasons:new", args=[club.slug]) if rights.organise else ""
    return {"rows": rows_of(leagues_at(club.pk)), "new_href": new_href}
