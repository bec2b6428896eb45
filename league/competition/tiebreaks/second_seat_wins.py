"""Games won from the second seat, which stands for Black (FIDE C.07, 7.4)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.formats.format import How
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

WIN = "Won from seat {seat} in round {round}, game {leg}"


class SecondSeatWins:
    """Games that were played and won from any seat but the first."""

    slug = "second-seat-wins"
    name = "Wins from the second seat"
    rule = "Games won from the second seat. At larger tables: from any seat but the first."
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a win; forfeits do not count."""
        return Arithmetic(
            tuple(
                Term(WIN, (("seat", sitting.seat + 1), ("round", sitting.round), ("leg", sitting.leg)), 1)
                for sitting in scores.sittings[entry]
                if sitting.seat and sitting.place == 1 and sitting.alone and sitting.how is not How.FORFEIT
            )
        )


TIEBREAK = SecondSeatWins()
