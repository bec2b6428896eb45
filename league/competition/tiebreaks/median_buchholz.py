"""Median Buchholz: without its lowest and its highest part (FIDE C.07, 8.1 with 14.3; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.cutting import buchholz_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class MedianBuchholz:
    """All opponents' scores but the lowest and the highest."""

    slug = "median-buchholz"
    name = "Median Buchholz"
    rule = "Buchholz without the opponents with the fewest and the most points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent, and one for each of the two that are taken away again."""
        return buchholz_without(entry, scores, lowest=1, highest=1)


TIEBREAK = MedianBuchholz()
