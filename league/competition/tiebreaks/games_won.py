"""Games won by playing (FIDE C.07, 7.2)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.formats.format import How
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

WIN = "First place, not shared, in round {round}, game {leg}"


class GamesWon:
    """Games that were played and won; neither forfeits nor byes count."""

    slug = "games-won"
    name = "Games won"
    rule = "Number of first places that are not shared, in games that were played."
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a win."""
        return Arithmetic(
            tuple(
                Term(WIN, (("round", sitting.round), ("leg", sitting.leg)), 1)
                for sitting in scores.sittings[entry]
                if sitting.place == 1 and sitting.alone and sitting.how is not How.FORFEIT
            )
        )


TIEBREAK = GamesWon()
