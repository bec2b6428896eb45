"""The mean rating of the opponents that were played (FIDE C.07, 10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from league.competition.scores import Meeting, Scores
from league.competition.tiebreaks.rounding import mean_of
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

OPPONENT = "Rating of the opponent in round {round}"
UNRATED = "Opponent without a rating in round {round}, counted as 1500"
STARTING = 1500
"""What those count as who have no rating: where every rating system of Moothill begins."""


class AverageOpponentsRating:
    """The mean of the opponents' ratings at the start, rounded to a point."""

    slug = "average-opponents-rating"
    name = "Average rating of opponents"
    rule = (
        "The average rating of the opponents met. Forfeits do not count. Ratings are those of Moothill's "
        "leaderboard at the start of the tournament. A player without a rating counts as 1500."
    )
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a game; forfeits do not count."""
        return mean_of(ratings_met(games_of(entry, scores), scores))


def games_of(entry: int, scores: Scores) -> list[Meeting]:
    """Return every game against every opponent that was played: as often as there were games at the table."""
    played = [meeting for meeting in scores.meetings(entry) if not meeting.forfeited]
    return [meeting for meeting in played for _ in range(meeting.games)]


def ratings_met(games: Sequence[Meeting], scores: Scores) -> list[Term]:
    """Return one term for each of the games: the opponent's rating in whole points."""
    return [_term(game, scores.ratings.get(game.opponent)) for game in games]


def _term(game: Meeting, rating: int | None) -> Term:
    if rating is None:
        return Term(UNRATED, (("round", game.round),), STARTING, game.opponent)
    return Term(OPPONENT, (("round", game.round),), rating, game.opponent)


TIEBREAK = AverageOpponentsRating()
