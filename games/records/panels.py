"""What a club's page shows of its records."""

from collections.abc import Mapping

from django.http import HttpRequest

from games.records.pages.lists import boards
from games.records.selectors.naming import named
from games.records.selectors.visible import club_records
from league.clubs.models import Club
from league.clubs.rules import Rights
from league.clubs.selectors import own_membership

SHOWN = 4


def records_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """The latest verified records, and for members the ways to bring one."""
    is_member = own_membership(club, request.user) is not None
    return {"club": club, "records": boards(named(club_records(club)[:SHOWN], request.user)), "is_member": is_member}
