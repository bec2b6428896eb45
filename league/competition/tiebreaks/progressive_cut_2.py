"""Progressive score without the first two rounds (FIDE C.07, 7.5 with 14.2)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.progressive import progressive_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class ProgressiveCut2:
    """The sum of the points after every round but the first two rounds."""

    slug = "progressive-cut-2"
    name = "Progressive score Cut 2"
    rule = "The player's points after each round except the first two, added up."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a round, and one for each round that is cut."""
        return progressive_without(entry, scores, first=2)


TIEBREAK = ProgressiveCut2()
