"""The lot: drawn from the event's seed, so that it can be drawn again and comes out the same."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.luck import Luck
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term


class Lot:
    """A number for each entry that depends on nothing but the seed and the entry."""

    slug = "lot"
    name = "Drawing of lots"
    rule = (
        "A random order of all players, drawn once for the tournament. The column shows a player's place among the "
        "players who are still tied: 1 is ahead of 2."
    )
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], _scores: Scores, seed: int, /) -> Arithmetic:
        """One term: the number drawn."""
        return Arithmetic((Term("Number drawn (higher is ahead)", (), Luck(seed, "lot", entry).below(1_000_000)),))


TIEBREAK = Lot()
