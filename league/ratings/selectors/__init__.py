"""Every question about ratings."""

from league.ratings.selectors.boards import Board, boards_seen_by, busiest_boards, busiest_pools, leaders_of
from league.ratings.selectors.folds import fold_of, folds_of, is_behind, pools_behind
from league.ratings.selectors.history import History, entries_of
from league.ratings.selectors.latest import latest_results_in
from league.ratings.selectors.leaderboard import BEST_FIRST, SORTS, Asked, Leaderboard, leaderboard_of
from league.ratings.selectors.player import Standing, clubs_shown, player_at, player_seen_by, seats_of, standings_of
from league.ratings.selectors.rows import Row
from league.ratings.selectors.stakes import players_at, players_to_pick, seats_allowed, stakes_among, stepping_fold
from league.ratings.selectors.unrated import unrated_of
from league.ratings.selectors.working import workings_of

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
    "busiest_pools",
    "clubs_shown",
    "entries_of",
    "fold_of",
    "folds_of",
    "is_behind",
    "latest_results_in",
    "leaderboard_of",
    "leaders_of",
    "player_at",
    "player_seen_by",
    "players_at",
    "players_to_pick",
    "pools_behind",
    "seats_allowed",
    "seats_of",
    "stakes_among",
    "standings_of",
    "stepping_fold",
    "unrated_of",
    "workings_of",
]
