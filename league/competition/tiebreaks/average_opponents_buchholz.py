"""The mean Buchholz of the opponents that were played (FIDE C.07, 8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.buchholz import TIEBREAK as BUCHHOLZ
from league.competition.tiebreaks.rounding import mean_of
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

OPPONENT = "Buchholz of the opponent in round {round}"
HUNDREDTHS = 100


class AverageOpponentsBuchholz:
    """The mean of the opponents' Buchholz, to a hundredth."""

    slug = "average-opponents-buchholz"
    name = "Average of opponents' Buchholz"
    rule = "The average Buchholz of the opponents met, to two decimals. Forfeits do not count."
    scale = HUNDREDTHS
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a meeting, in hundredths of a point; forfeits do not count."""
        buchholz = scores.once(_all_buchholz, frozenset())
        return mean_of(
            [
                Term(OPPONENT, (("round", meeting.round),), buchholz[meeting.opponent], meeting.opponent)
                for meeting in scores.meetings(entry)
                if not meeting.forfeited
            ]
        )


def _all_buchholz(_tied: AbstractSet[int], scores: Scores) -> Mapping[int, int]:
    """Return everybody's Buchholz in hundredths, rounded to the nearest."""
    values = {entry: BUCHHOLZ.explain(entry, frozenset(), scores, 0).value for entry in scores.entries}
    return {entry: (2 * HUNDREDTHS * value + POINT) // (2 * POINT) for entry, value in values.items()}


TIEBREAK = AverageOpponentsBuchholz()
