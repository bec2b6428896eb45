"""The mean score of the opponents: Buchholz for tables of several sizes, where opponents differ in number."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.per_opponent import NO_OPPONENT, opponents_by_round
from league.competition.tiebreaks.tiebreak import Arithmetic, Term


class OpponentsMeanScore:
    """The scores of all opponents, divided by how many there were."""

    slug = "opponents-mean-score"
    name = "Average points of opponents"
    rule = "The points of all opponents, divided by the number of opponents."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent."""
        terms = tuple(term for terms in opponents_by_round(entry, scores).values() for term in terms)
        return Arithmetic(terms or (Term(NO_OPPONENT, (), 0),), divisor=len(terms) or 1)


TIEBREAK = OpponentsMeanScore()
