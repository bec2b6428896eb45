"""Every read of matches."""

from games.matches.selectors.hall import Figures, Hall, figures, hall
from games.matches.selectors.matches import (
    MatchPage,
    PlayedBy,
    addresses_of,
    game_matches,
    match_page,
    subjects_with_a_match,
)
from games.matches.selectors.naming import named
from games.matches.selectors.replays import OpenRecord, Position, Replay, opened, replay
from games.matches.selectors.visible import matches_seen_by

__all__ = [
    "Figures",
    "Hall",
    "MatchPage",
    "OpenRecord",
    "PlayedBy",
    "Position",
    "Replay",
    "addresses_of",
    "figures",
    "game_matches",
    "hall",
    "match_page",
    "matches_seen_by",
    "named",
    "opened",
    "replay",
    "subjects_with_a_match",
]
