"""The mean place, by score, of the opponents that were met."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

PLACE = "Place by points of the opponent in round {round}"


class OpponentsMeanPlace:
    """How high the opponents stand, on average; it does not depend on how many there were."""

    slug = "opponents-mean-place"
    name = "Average place of opponents"
    rule = (
        "The average place, by points alone, of the opponents met. Forfeits do not count. Tied players get "
        "the average of the places that they share. Lower is better."
    )
    scale = 100
    lower_is_better = True

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a meeting, in hundredths of a place; nobody met counts as the last place."""
        places = scores.places
        terms = tuple(
            Term(PLACE, (("round", meeting.round),), places[meeting.opponent], meeting.opponent)
            for meeting in scores.meetings(entry)
            if not meeting.forfeited
        )
        if not terms:
            return Arithmetic((Term("No opponent yet", (), 100 * len(scores.entries)),))
        return Arithmetic(terms, divisor=len(terms))


TIEBREAK = OpponentsMeanPlace()
