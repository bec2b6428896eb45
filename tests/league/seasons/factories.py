"""A league to test with."""

from league.clubs.models import Club
from league.seasons.models import Division, League, Season
from league.seasons.next_season import make_next_season
from league.seasons.promotion import promotion_of
from league.seasons.services import Plan, make_league, start_season
from league.tournaments.models import Tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance
from tests.league.tournaments.factories import People, play_out


def league_of(
    club: Club, divisions: tuple[str, ...] = ("First", "Second"), moves: int = 1, name: str = "Glen league"
) -> League:
    """A league of so many divisions, in which everybody meets everybody; its first season is to come."""
    plan = Plan("2026", divisions, moves)
    rules = {"format": "round-robin", "pace": Tournament.Pace.ALL}
    return make_league(club=club, name=name, game="lords-of-scotland", plan=plan, by=None, **rules)


def divisions_in(season: Season) -> list[Division]:
    """The highest first, each with its event as it stands."""
    return list(season.divisions.select_related("tournament__club").order_by("level"))


def first_season(league: League) -> Season:
    """The season that a league is made with."""
    return league.seasons.get(number=1)


def entered(division: Division) -> list[str]:
    """Who plays there, in the order of the list."""
    return [entry.player.name for entry in division.tournament.entries.order_by("number").select_related("player")]


def begun(club: Club, people: People, sizes: tuple[int, ...] = (4, 4), moves: int = 1) -> Season:
    """The first season of a league, started with so many in each division."""
    season = first_season(league_of(club, ("First", "Second", "Third")[: len(sizes)], moves))
    for division, size in zip(divisions_in(season), sizes, strict=True):
        enter_players(tournament=division.tournament, players=people(size), by=None)
    start_season(season=season, by=None)
    return season


def played(season: Season) -> Season:
    """Return the season with all games decided: the player who was added first wins."""
    for division in divisions_in(season):
        play_out(division.tournament)
        advance(tournament_id=division.tournament_id)
    return season


def followed(season: Season, **more: object) -> Season:
    """The season after that one, made by the plan as it stands."""
    plan = {"name": "2027", "by": None, "seen": promotion_of(season).mark} | more
    return make_next_season(season=season, **plan)  # type: ignore[arg-type]  # a test's own
