"""What a club's page shows of its reports: what waits for the reader, and, for scorers, what waits in all."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from league.clubs.models import Club
from league.clubs.rules import Rights
from league.members.queries import account_of
from league.results.reports import selectors, telling


def reports_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:
    """For those at the table the reports that wait for their word; for scorers what waits in the club."""
    if not request.user.is_authenticated:
        return {}
    reader = account_of(request)
    waiting = list(selectors.waiting_at(reader, club.pk))
    telling.show_names_of_reports(waiting)
    return {
        "cards": [telling.card_of(report, reader) for report in waiting],
        "list_href": reverse("reports:of-club", args=[club.slug]) if rights.score else "",
        "undecided": selectors.undecided_at(club) if rights.score else None,
    }
