"""Buchholz without its lowest part (FIDE C.07, 8.1 with 14.1; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.cutting import buchholz_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class BuchholzCut1:
    """All opponents' scores but one."""

    slug = "buchholz-cut-1"
    name = "Buchholz Cut 1"
    rule = "Buchholz without the opponent with the fewest points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent, and one that takes the cut part away again."""
        return buchholz_without(entry, scores, lowest=1)


TIEBREAK = BuchholzCut1()
