"""Access to leagues."""

from collections.abc import Sequence

from league.seasons.models import League
from tests.league.seasons.factories import league_of
from tests.permissions.clubs import club
from tests.permissions.outcomes import EVERYBODY, ORGANISERS
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.world import World, thing


@thing
def a_league(world: World) -> League:
    """Of the world's club, in its first season, which has not started."""
    return league_of(world.club)


league = ids(a_league)


def page(world: World) -> Sequence[object]:
    """Its page."""
    return [a_league(world).public_id, a_league(world).slug]


season = ids(page, 1)
tie = ids(league, 1, 1)


ROWS: tuple[Row, ...] = (
    of_site("seasons:list", "GET", EVERYBODY),
    of_club("seasons:league", "GET", page, EVERYBODY),
    of_club("seasons:season", "GET", season, EVERYBODY),
    of_club("seasons:new", "GET POST", club, ORGANISERS),
    of_club("seasons:start", "GET POST", league, ORGANISERS),
    of_club("seasons:promotions", "GET POST", league, ORGANISERS),
    of_club("seasons:next-season", "GET POST", league, ORGANISERS),
    of_club("seasons:discard", "POST", league, ORGANISERS),
    of_club("seasons:play-off", "POST", tie, ORGANISERS),
    of_site("league-list", "GET", EVERYBODY),
    of_club("league-detail", "GET", league, EVERYBODY),
)
