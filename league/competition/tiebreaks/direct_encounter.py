"""Direct encounter: the standing among those who are level (FIDE C.07, Article 6)."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from league.competition.scores import Meeting, Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

MET = "Result in round {round} against a tied player"
ASSURED = "Number of tied players who stay behind in any case: {others}"


class DirectEncounter:
    """Half points in the games among those who are level."""

    slug = "direct-encounter"
    name = "Direct encounter"
    rule = "The results of the tied players against each other: 2 for each win, 1 for each tie."
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a game; where some have not met, one for the place that is assured, or nothing."""
        if scores.once(_all_have_met, tied):
            return Arithmetic(tuple(_term(meeting) for meeting in _among(entry, tied, scores)))
        behind = scores.once(_assured, tied).get(entry, 0)
        return Arithmetic((Term(ASSURED, (("others", behind),), behind),) if behind else ())


def _term(meeting: Meeting) -> Term:
    return Term(MET, (("round", meeting.round),), meeting.halves, meeting.opponent)


def _among(entry: int, tied: AbstractSet[int], scores: Scores) -> list[Meeting]:
    """The games that count: played ones, and in a round robin forfeits as well (C.07, 15.3)."""
    return [
        meeting
        for meeting in scores.meetings(entry)
        if meeting.opponent in tied and (scores.everyone_meets or not meeting.forfeited)
    ]


def _all_have_met(tied: AbstractSet[int], scores: Scores) -> bool:
    return all(_missing(one, tied, scores) == 0 for one in tied)


def _missing(entry: int, tied: AbstractSet[int], scores: Scores) -> int:
    return len(tied) - 1 - len({meeting.opponent for meeting in _among(entry, tied, scores)})


def _assured(tied: AbstractSet[int], scores: Scores) -> Mapping[int, int]:
    """Of everyone whose rank is certain how many of those level stay behind for certain (6.2).

    One after the other those are put ahead who have more half points than any that are left can still reach.
    """
    points = {one: sum(meeting.halves for meeting in _among(one, tied, scores)) for one in tied}
    reach = {one: points[one] + 2 * _missing(one, tied, scores) for one in tied}
    left, behind = set(tied), dict[int, int]()
    while left:
        ahead = max(sorted(left), key=points.__getitem__)
        left.remove(ahead)
        if any(reach[other] >= points[ahead] for other in left):
            break
        behind[ahead] = len(left)
    return behind


TIEBREAK = DirectEncounter()
