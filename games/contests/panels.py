"""What a club's page says of its contests."""

from collections.abc import Mapping

from django.http import HttpRequest

from league.clubs.models import Club
from league.clubs.rules import Rights


def contests_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The way to them, and for organisers the way to another; read without a question to the database."""
    return {"club": club, "may_organise": rights.organise}
