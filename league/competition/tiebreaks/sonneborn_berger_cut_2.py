"""Sonneborn-Berger without its two least significant parts (FIDE C.07, 9.1 with 14.2; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.sonneborn_berger_cut_1 import sonneborn_without
from league.competition.tiebreaks.tiebreak import Arithmetic


class SonnebornBergerCut2:
    """Sonneborn-Berger without its least significant two contributions."""

    slug = "sonneborn-berger-cut-2"
    name = "Sonneborn-Berger Cut 2"
    rule = "Sonneborn-Berger without the two opponents with the fewest points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term an opponent, and one for each part that is cut."""
        return sonneborn_without(entry, scores, lowest=2)


TIEBREAK = SonnebornBergerCut2()
