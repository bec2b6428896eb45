"""Doors of leagues."""

from collections.abc import Sequence

from league.seasons.models import League
from tests.doors.clubs import club
from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import EVERYBODY, ORGANISERS
from tests.doors.world import World, thing
from tests.league.seasons.leagues import league_of


@thing
def a_league(world: World) -> League:
    """Of the world's club, in its first season, which has not started."""
    return league_of(world.club)


def league(world: World) -> Sequence[object]:
    """That league."""
    return [a_league(world).public_id]


def page(world: World) -> Sequence[object]:
    """Its page."""
    return [a_league(world).public_id, a_league(world).slug]


def season(world: World) -> Sequence[object]:
    """Its first season."""
    return [*page(world), 1]


def tie(world: World) -> Sequence[object]:
    """A place of its first division."""
    return [*league(world), 1, 1]


DOORS: tuple[Door, ...] = (
    of_site("seasons:list", "GET", EVERYBODY),
    of_club("seasons:league", "GET", page, EVERYBODY),
    of_club("seasons:season", "GET", season, EVERYBODY),
    of_club("seasons:new", "GET", club, ORGANISERS),
    of_club("seasons:new", "POST", club, ORGANISERS),
    of_club("seasons:start", "GET", league, ORGANISERS),
    of_club("seasons:start", "POST", league, ORGANISERS),
    of_club("seasons:moves", "GET", league, ORGANISERS),
    of_club("seasons:moves", "POST", league, ORGANISERS),
    of_club("seasons:next", "GET", league, ORGANISERS),
    of_club("seasons:next", "POST", league, ORGANISERS),
    of_club("seasons:put-away", "POST", league, ORGANISERS),
    of_club("seasons:play-off", "POST", tie, ORGANISERS),
    of_site("league-list", "GET", EVERYBODY),
    of_club("league-detail", "GET", league, EVERYBODY),
)
