"""Doors of leaderboards and players."""

from collections.abc import Sequence

from tests.doors.door import Door, of_club, of_site
from tests.doors.outcomes import EVERYBODY, NOBODY
from tests.doors.results import pool, result
from tests.doors.world import World


def leaderboard(world: World) -> Sequence[object]:
    """The club's."""
    return [pool(world).slug]


def player(world: World) -> Sequence[object]:
    """Eilidh, who belongs to this club alone."""
    return [world.eilidh.player.public_id, world.eilidh.player.slug]


DOORS: tuple[Door, ...] = (
    of_site("ratings:guide", "GET", EVERYBODY),
    of_site("ratings:leaderboards", "GET", EVERYBODY),
    of_club("ratings:leaderboard", "GET", leaderboard, EVERYBODY),
    of_club("ratings:leaderboard-preview", "GET", leaderboard, EVERYBODY, private=NOBODY),
    of_club("ratings:stakes", "GET", leaderboard, EVERYBODY),
    of_club("ratings:why", "GET", result, EVERYBODY),
    of_club("ratings:player", "GET", player, EVERYBODY),
    of_club("ratings:player-preview", "GET", player, EVERYBODY, private=NOBODY),
)
