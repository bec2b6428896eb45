"""Sonneborn-Berger: what was taken from each opponent, weighed by that opponent's score (FIDE C.07, 9.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.contributions import Contribution
from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

OPPONENT = "Round {round}: {halves} \N{MULTIPLICATION SIGN} half the points of the opponent"
OPPONENT_HALF = "Round {round}: half the points of the opponent"
OPPONENT_FULL = "Round {round}: the points of the opponent"
DUMMY = "Round {round}, not played: {halves} \N{MULTIPLICATION SIGN} half the player's own points, up to a limit"
DUMMY_HALF = "Round {round}, not played: half the player's own points, up to a limit"
DUMMY_FULL = "Round {round}, not played: the player's own points, up to a limit"


class SonnebornBerger:
    """The scores of those beaten and half the scores of those level with, at every table."""

    slug = "sonneborn-berger"
    name = "Sonneborn-Berger"
    rule = "The points of every beaten opponent plus half the points of every tied opponent."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent from whom anything was taken."""
        return Arithmetic(tuple(sonneborn_term(part) for part in scores.contributions[entry] if part.halves))


def sonneborn_term(part: Contribution) -> Term:
    """Return what was taken from an opponent, or a dummy, as a line of the sum."""
    if part.opponent is None:
        template = {1: DUMMY_HALF, 2: DUMMY_FULL}.get(part.halves, DUMMY)
    else:
        template = {1: OPPONENT_HALF, 2: OPPONENT_FULL}.get(part.halves, OPPONENT)
    facts = (("round", part.round), ("halves", part.halves))
    return Term(template, facts, part.score * part.halves // 2, part.opponent)


TIEBREAK = SonnebornBerger()
