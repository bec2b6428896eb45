"""The pages of ratings: leaderboards, players, the arithmetic behind a change and before a game, and the guide."""

from league.ratings.views.arithmetic import stakes, why
from league.ratings.views.guide import guide
from league.ratings.views.leaderboards import leaderboard, leaderboards
from league.ratings.views.players import player
from league.ratings.views.previews import leaderboard_preview, player_preview

__all__ = ["guide", "leaderboard", "leaderboard_preview", "leaderboards", "player", "player_preview", "stakes", "why"]
