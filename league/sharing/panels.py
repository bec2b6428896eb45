"""What a club's page shows of what is read elsewhere."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.rules import Rights


def calendar_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The ways to the club's calendar, and for owners to its webhooks."""
    return {
        "href": reverse("sharing:club-calendar", args=[club.slug]),
        "is_public": club.is_public,
        "webhooks_href": reverse("sharing:webhooks", args=[club.slug]) if rights.administer else "",
    }
