"""Buchholz without its lowest part (FIDE C.07, 8.1 with 14.1; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.rules.points import POINT
from league.rules.scores import Scores
from league.rules.tiebreaks.buchholz import score_term
from league.rules.tiebreaks.tiebreak import Arithmetic, Term
from league.rules.tiebreaks.unplayed import contributions

CUT = "Cut: the lowest part, round {round}"
CUT_UNPLAYED = "Cut: the voluntarily unplayed round {round}"


class BuchholzCut1:
    """All opponents' scores but one."""

    slug = "buchholz-cut-1"
    name = "Buchholz Cut 1"
    rule = "Buchholz without the lowest score, of voluntarily unplayed rounds first (FIDE C.07, 8.1, 14.1, 16.5)."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent, and one that takes the cut part away again."""
        parts = list(contributions(entry, scores))
        terms = tuple(score_term(part) for part in parts)
        if not parts:
            return Arithmetic(terms)
        cut = min(parts, key=lambda part: (not part.voluntary, part.score, part.round))
        template = CUT_UNPLAYED if cut.voluntary else CUT
        return Arithmetic((*terms, Term(template, (("round", cut.round),), -cut.score, cut.opponent)))


TIEBREAK = BuchholzCut1()
