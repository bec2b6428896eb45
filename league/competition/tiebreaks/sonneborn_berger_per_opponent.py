"""Sonneborn-Berger for tables of several sizes, where opponents differ in number."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.per_opponent import NO_OPPONENT, terms_by_round
from league.competition.tiebreaks.sonneborn_berger import OPPONENT, OPPONENT_FULL, OPPONENT_HALF, sonneborn_term
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

WITH_BYE = {
    OPPONENT: (
        "Round {round}: {halves} \N{MULTIPLICATION SIGN} half the points of an opponent whose bye counts as a tie"
    ),
    OPPONENT_HALF: "Round {round}: half the points of an opponent whose bye counts as a tie",
    OPPONENT_FULL: "Round {round}: the points of an opponent whose bye counts as a tie",
}


class SonnebornBergerPerOpponent:
    """Sonneborn-Berger divided by the number of opponents."""

    slug = "sonneborn-berger-per-opponent"
    name = "Sonneborn-Berger per opponent"
    rule = "Sonneborn-Berger, divided by the number of opponents."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term an opponent, also where nothing was taken: it counts in the divisor."""
        rounds = terms_by_round(entry, scores, sonneborn_term, WITH_BYE)
        terms = tuple(term for own in rounds.values() for term in own)
        return Arithmetic(terms or (Term(NO_OPPONENT, (), 0),), divisor=len(terms) or 1)


TIEBREAK = SonnebornBergerPerOpponent()
