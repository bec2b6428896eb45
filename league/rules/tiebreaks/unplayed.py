"""Unplayed rounds in the tie-breaks that look at opponents (FIDE C.07, Articles 15 and 16).

In a round robin a forfeit counts as the game it stands for, and the free round of an odd field counts
nothing (15.3). Elsewhere an opponent's score is adjusted (16.3), and an entry's own unplayed round is one
against a dummy (16.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from league.rules.formats.format import Bye
from league.rules.scores import Meeting, Scores, Turn


class Contribution(NamedTuple):
    """One opponent, or dummy, as Buchholz and Sonneborn-Berger see it. `score` is in units."""

    round: int
    opponent: int | None
    score: int
    halves: int
    """Twice the games won from this opponent plus the games shared."""
    voluntary: bool
    """A voluntary unplayed round (16.1.2): a requested bye, or lost by forfeit."""


def contributions(entry: int, scores: Scores) -> Iterator[Contribution]:
    """Every opponent of an entry, round by round."""
    for turn in scores.turns[entry]:
        if turn.unplayed and not scores.everyone_meets:
            yield _dummy(entry, turn, scores)
        else:
            yield from (_against(meeting, scores) for meeting in turn.meetings)


def adjusted_score(entry: int, scores: Scores) -> int:
    """An entry's score as its opponents count it.

    A requested bye with none but voluntary unplayed rounds after it counts as a draw (16.3.2); all else
    counts what it was given (16.3.1).
    """
    if scores.everyone_meets:
        return scores.totals[entry]
    total, all_later_voluntary = 0, True
    for turn in reversed(scores.turns[entry]):
        total += _draw(scores) if _requested(turn) and all_later_voluntary else turn.units
        all_later_voluntary = all_later_voluntary and _voluntary(turn)
    return total


def _against(meeting: Meeting, scores: Scores) -> Contribution:
    score = adjusted_score(meeting.opponent, scores)
    return Contribution(meeting.round, meeting.opponent, score, meeting.halves, voluntary=False)


def _dummy(entry: int, turn: Turn, scores: Scores) -> Contribution:
    """The entry's own score, at most that of the opponent who was due (16.4.1) or of drawing always (16.4.2)."""
    due = [adjusted_score(meeting.opponent, scores) for meeting in turn.meetings]
    cap = max(due) if due else scores.rounds * _draw(scores)
    halves = 2 * turn.units // scores.scoring.stated[0]
    return Contribution(turn.round, None, min(scores.totals[entry], cap), halves, _voluntary(turn))


def _draw(scores: Scores) -> int:
    return scores.scoring.stated[0] // 2


def _requested(turn: Turn) -> bool:
    return turn.bye in (Bye.HALF, Bye.ZERO)


def _voluntary(turn: Turn) -> bool:
    return _requested(turn) or turn.lost_by_forfeit
