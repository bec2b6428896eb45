"""Buchholz without its two lowest parts (FIDE C.07, 8.1 with 14.2; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.cutting import buchholz_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class BuchholzCut2:
    """All opponents' scores but two."""

    slug = "buchholz-cut-2"
    name = "Buchholz Cut 2"
    rule = "Buchholz without the two opponents with the fewest points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent, and one for each of the two that are taken away again."""
        return buchholz_without(entry, scores, lowest=2)


TIEBREAK = BuchholzCut2()
