"""Performance: the mean rating of the opponents, and what the score is worth (FIDE C.07, 10.2; B.02, 8.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.scores import Scores
from league.competition.tiebreaks.average_opponents_rating import games_of, ratings_met
from league.competition.tiebreaks.rounding import mean_of
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

SCORE = "Rating difference in FIDE's table for {percent} % of the points, times {games} games"

DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""Rating points for scoring 50, 51, ... 100 %; below 50 % the same, negative (FIDE Handbook B.02, 8.1.1)."""


class PerformanceRating:
    """The rating at which the result was to be expected, by FIDE's table."""

    slug = "performance-rating"
    name = "Performance rating"
    rule = (
        "The average rating of opponents, plus the rating difference that FIDE's table gives for the share of "
        "points won."
    )
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a game against an opponent, and one for the score; forfeits do not count."""
        games = games_of(entry, scores)
        halves = sum(meeting.halves for meeting in scores.meetings(entry) if not meeting.forfeited)
        return mean_of(ratings_met(games, scores), added=[_worth(halves, len(games))] if games else [])


def _worth(halves: int, games: int) -> Term:
    percent = (100 * halves + games) // (2 * games)
    difference = DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]
    return Term(SCORE, (("percent", percent), ("games", games)), difference * games)


TIEBREAK = PerformanceRating()
