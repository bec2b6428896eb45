"""What a club's page shows of its contests."""

from collections.abc import Mapping

from django.db.models import Count
from django.http import HttpRequest

from games.contests.pages import in_list
from league.clubs.models import Club
from league.clubs.rules import Rights

SHOWN = 6


def contests_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The latest contests, and for organisers the way to another."""
    latest = club.contests.annotate(entered=Count("entries")).order_by("-closes_at")[:SHOWN]
    return {"club": club, "contests": [in_list(contest) for contest in latest], "may_organise": rights.organise}
