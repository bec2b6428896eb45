"""What a club's page shows of score sheets."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.rules import Rights, role_of


def record_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:
    """The way to the score sheet, for members and for those who score."""
    may = rights.score or role_of(request.user, club) is not None
    return {"href": reverse("sheets:record", args=[club.slug]) if may else ""}
