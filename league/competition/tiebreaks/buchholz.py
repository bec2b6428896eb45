"""Buchholz: the sum of the opponents' scores (FIDE C.07, 8.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.contributions import Contribution
from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

OPPONENT = "Points of the opponent in round {round}"
DUMMY = "Round {round}, not played: the player's own points, up to a limit"


class Buchholz:
    """All opponents' scores, added up."""

    slug = "buchholz"
    name = "Buchholz"
    rule = "The points of all opponents, added up."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent."""
        return Arithmetic(score_terms(entry, scores))


def score_term(part: Contribution) -> Term:
    """The opponent's score as a line of the sum."""
    template = OPPONENT if part.opponent is not None else DUMMY
    return Term(template, (("round", part.round),), part.score, part.opponent)


def score_terms(entry: int, scores: Scores) -> tuple[Term, ...]:
    """Return one term an opponent; Buchholz and its cuts share them."""
    return scores.once(_of_everybody, frozenset())[entry]


def _of_everybody(_tied: object, scores: Scores) -> dict[int, tuple[Term, ...]]:
    return {entry: tuple(map(score_term, parts)) for entry, parts in scores.contributions.items()}


TIEBREAK = Buchholz()
