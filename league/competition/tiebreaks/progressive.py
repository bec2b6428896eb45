"""Progressive score: the running totals after every round, added up (FIDE C.07, 7.5)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

AFTER = "Points after round {round}"
CUT = "Cut: points after round {round}"


def progressive_without(entry: int, scores: Scores, *, first: int) -> Arithmetic:
    """Return one term a round, and one for each of the `first` rounds that takes its points away again (14.1, 14.2)."""
    paid = dict.fromkeys(range(1, scores.rounds + 1), 0)
    for turn in scores.turns[entry]:
        paid[turn.round] += turn.units
    sums = {number: sum(units for at, units in paid.items() if at <= number) for number in paid}
    terms = [Term(AFTER, (("round", number),), units) for number, units in sums.items()]
    cuts = [Term(CUT, (("round", number),), -units) for number, units in sums.items() if number <= first]
    return Arithmetic((*terms, *cuts))


class Progressive:
    """The sum of the points after every round."""

    slug = "progressive"
    name = "Progressive score"
    rule = "The player's points after each round, added up."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a round."""
        return progressive_without(entry, scores, first=0)


TIEBREAK = Progressive()
