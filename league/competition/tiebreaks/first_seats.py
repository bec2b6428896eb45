"""How often somebody had the first seat: who had it less often did it the harder way (FIDE C.07, 7.3)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.formats.format import How
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

FIRST = "First seat in round {round}, game {leg}"


class FirstSeats:
    """Legs played from the first seat; fewer is better."""

    slug = "first-seats"
    name = "First seats"
    rule = "Number of games played from the first seat. Fewer is better."
    scale = 1
    lower_is_better = True

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a leg; forfeits do not count."""
        return Arithmetic(
            tuple(
                Term(FIRST, (("round", sitting.round), ("leg", sitting.leg)), 1)
                for sitting in scores.sittings[entry]
                if sitting.seat == 0 and sitting.how is not How.FORFEIT
            )
        )


TIEBREAK = FirstSeats()
