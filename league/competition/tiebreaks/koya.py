"""Koya: what was taken from opponents who have at least half of the points (FIDE C.07, 9.2)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

TAKEN = "Points in round {round} against an opponent with at least half of the points"


class Koya:
    """Points taken from everybody who has at least half of the points there were to win."""

    slug = "koya"
    name = "Koya"
    rule = "The points against opponents who have at least half of the possible points. For round robins."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term a meeting with such an opponent."""
        half = scores.once(_half_of_most, frozenset())
        win = scores.scoring.stated[0]
        return Arithmetic(
            tuple(
                Term(TAKEN, (("round", meeting.round),), meeting.halves * win // 2, meeting.opponent)
                for meeting in scores.meetings(entry)
                if scores.totals[meeting.opponent] >= half
            )
        )


def _half_of_most(_tied: AbstractSet[int], scores: Scores) -> int:
    """Return half of what winning every game pays: of all rounds, or in a round robin of the most anybody had."""
    games = max((sum(turn.games for turn in own) for own in scores.turns.values()), default=0)
    if not scores.everyone_meets:
        legs = max((turn.games for own in scores.turns.values() for turn in own), default=0)
        games = max(games, scores.rounds * legs)
    return games * scores.scoring.stated[0] // 2


TIEBREAK = Koya()
