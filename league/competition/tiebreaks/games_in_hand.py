"""Games in hand: of those who are level, whoever needed fewer games goes ahead, as league tables have it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.formats.format import How
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

MOST = "Most games played by a tied player"
OWN = "Games played"


class GamesInHand:
    """How many games fewer than the one who played most among those level."""

    slug = "games-in-hand"
    name = "Games in hand"
    rule = (
        "Of players with equal points, the one with fewer games played is ahead. Byes and forfeits do "
        "not count as games."
    )
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """The most games among those level, less its own."""
        most = max(_played(one, scores) for one in tied)
        return Arithmetic((Term(MOST, (), most), Term(OWN, (), -_played(entry, scores))))


def _played(entry: int, scores: Scores) -> int:
    return sum(sitting.how is not How.FORFEIT for sitting in scores.sittings[entry])


TIEBREAK = GamesInHand()
