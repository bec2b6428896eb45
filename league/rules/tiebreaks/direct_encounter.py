"""Direct encounter: the standing among those who are level (FIDE C.07, Article 6)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.rules.scores import Meeting, Scores
from league.rules.tiebreaks.tiebreak import Arithmetic, Term

MET = "Half points in round {round} against one who is level"
ASSURED = "Ahead of {others} of those level, whatever their missing games would bring"


class DirectEncounter:
    """Half points in the games among those who are level."""

    slug = "direct-encounter"
    name = "Direct encounter"
    rule = (
        "Half points in the games among those who are level, if they have all met; otherwise only who would "
        "be ahead whatever the missing games bring is put ahead (FIDE C.07, 6)."
    )
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a game; where some have not met, one for the place that is assured, or nothing."""
        if all(_missing(one, tied, scores) == 0 for one in tied):
            return Arithmetic(tuple(_term(meeting) for meeting in _among(entry, tied, scores)))
        behind = _assured(entry, tied, scores)
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


def _missing(entry: int, tied: AbstractSet[int], scores: Scores) -> int:
    return len(tied) - 1 - len({meeting.opponent for meeting in _among(entry, tied, scores)})


def _assured(entry: int, tied: AbstractSet[int], scores: Scores) -> int:
    """How many of those level stay behind `entry` for certain, or 0 if its rank is not certain (6.2)."""
    left = set(tied)
    while entry in left:
        first = _certain_first(left, tied, scores)
        if first is None:
            return 0
        left.remove(first)
    return len(left)


def _certain_first(left: AbstractSet[int], tied: AbstractSet[int], scores: Scores) -> int | None:
    """The one of `left` with more half points than any other can still reach."""
    points = {one: sum(meeting.halves for meeting in _among(one, tied, scores)) for one in left}
    ahead = max(sorted(left), key=points.__getitem__)
    others = (points[other] + 2 * _missing(other, tied, scores) for other in left if other != ahead)
    return ahead if points[ahead] > max(others, default=-1) else None


TIEBREAK = DirectEncounter()
