"""Median Buchholz 2: without the two lowest and the two highest parts (FIDE C.07, 8.1 with 14.4; 16.5)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.cutting import buchholz_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class MedianBuchholz2:
    """All opponents' scores but the two lowest and the two highest."""

    slug = "median-buchholz-2"
    name = "Median Buchholz 2"
    rule = "Buchholz without the two opponents with the fewest and the two with the most points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term an opponent, and one for each of the four that are cut."""
        return buchholz_without(entry, scores, lowest=2, highest=2)


TIEBREAK = MedianBuchholz2()
