"""Points in the game itself, over all legs."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

LEG = "Score in round {round}, game {leg}"


class GamePoints:
    """What was scored on the table, as the rules of the game count it."""

    slug = "game-points"
    name = "Score in the games"
    rule = "The player's scores in all games, added up. Rounds not played count as 0."
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a leg."""
        return Arithmetic(
            tuple(
                Term(LEG, (("round", sitting.round), ("leg", sitting.leg)), sitting.points)
                for sitting in scores.sittings[entry]
            )
        )


TIEBREAK = GamePoints()
