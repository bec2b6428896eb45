"""A league to test with."""

from league.clubs.models import Club
from league.seasons.models import League
from league.seasons.services import Plan, make_league
from league.tournaments.models import Tournament


def league_of(
    club: Club, divisions: tuple[str, ...] = ("First", "Second"), moves: int = 1, name: str = "Glen league"
) -> League:
    """A league of so many divisions, in which everybody meets everybody; its first season is to come."""
    plan = Plan("2026", divisions, moves)
    rules = {"format": "round-robin", "pace": Tournament.Pace.ALL}
    return make_league(club=club, name=name, game="lords-of-scotland", plan=plan, by=None, **rules)
