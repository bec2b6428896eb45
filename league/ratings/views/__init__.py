"""The pages of ratings: leaderboards, players, and the arithmetic behind a change and before a game."""

from league.ratings.views.arithmetic import stakes, why
from league.ratings.views.leaderboards import leaderboard, leaderboards
from league.ratings.views.players import player
from league.ratings.views.previews import leaderboard_preview, player_preview

__all__ = ["leaderboard", "leaderboard_preview", "leaderboards", "player", "player_preview", "stakes", "why"]
