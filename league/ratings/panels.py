"""What the ratings put on the pages of floors below them."""

from django.http import HttpRequest

from league.clubs.models import Club
from league.clubs.panels import register_panel
from league.clubs.rules import Rights
from league.ratings.selectors.boards import Board, boards_seen_by

AFTER_TOURNAMENTS = 40


def boards_of_club(request: HttpRequest, club: Club, _rights: Rights) -> dict[str, list[Board]]:
    """Return the club's own leaderboards."""
    return {"boards": boards_seen_by(request.user, club=club.slug)}


register_panel(template="ratings/_club_panel.html", facts=boards_of_club, order=AFTER_TOURNAMENTS)
