"""Every question about ratings."""

from league.ratings.selectors.boards import Board, boards_seen_by, busiest_boards
from league.ratings.selectors.folds import fold_of, is_behind, pools_behind
from league.ratings.selectors.history import History, entries_of
from league.ratings.selectors.leaderboard import BEST_FIRST, SORTS, Asked, Leaderboard, leaderboard_of
from league.ratings.selectors.player import Standing, clubs_shown, player_at, seats_of, standings_of
from league.ratings.selectors.rows import Row
from league.ratings.selectors.unrated import unrated_of

__all__ = [
    "BEST_FIRST",
    "SORTS",
    "Asked",
    "Board",
    "History",
    "Leaderboard",
    "Row",
    "Standing",
    "boards_seen_by",
    "busiest_boards",
    "clubs_shown",
    "entries_of",
    "fold_of",
    "is_behind",
    "leaderboard_of",
    "player_at",
    "pools_behind",
    "seats_of",
    "standings_of",
    "unrated_of",
]
