"""Every write about leagues. `by` is the account that asks; `None` is the house itself, which may do everything.

Lock order: the league, then its events by id, then as everywhere.
"""

from league.seasons.services.following import Newcomers, make_next_season
from league.seasons.services.making import Plan, make_league
from league.seasons.services.playing_off import make_play_off
from league.seasons.services.running import put_season_away, set_moves, start_season

__all__ = [
    "Newcomers",
    "Plan",
    "make_league",
    "make_next_season",
    "make_play_off",
    "put_season_away",
    "set_moves",
    "start_season",
]
