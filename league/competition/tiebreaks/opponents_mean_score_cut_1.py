"""The mean score of the opponents without the weakest table, so that every cut is a whole table."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.per_opponent import NO_OPPONENT, opponents_by_round
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

CUT = "Cut: a player of the table in round {round}"


class OpponentsMeanScoreCut1:
    """The scores of all opponents but those of one table, divided by how many there were."""

    slug = "opponents-mean-score-cut-1"
    name = "Average points of opponents Cut 1"
    rule = "The average points of opponents, without the table whose players have the lowest average."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent, and one for each of the table that is taken away again."""
        rounds = opponents_by_round(entry, scores)
        terms = [term for terms in rounds.values() for term in terms]
        if len(rounds) < 2:
            return Arithmetic(tuple(terms) or (Term(NO_OPPONENT, (), 0),), divisor=len(terms) or 1)
        voluntary = {part.round for part in scores.contributions[entry] if part.voluntary}
        lowest = min(rounds, key=lambda number: (number not in voluntary, _mean(rounds[number]), number))
        cut = [term._replace(template=CUT, amount=-term.amount) for term in rounds[lowest]]
        return Arithmetic((*terms, *cut), divisor=len(terms) - len(cut))


def _mean(terms: tuple[Term, ...]) -> float:
    return sum(term.amount for term in terms) / len(terms)


TIEBREAK = OpponentsMeanScoreCut1()
