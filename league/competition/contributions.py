"""What each opponent adds to a tie-break, and what an unplayed round does (FIDE C.07, Articles 15 and 16).

In a round robin a forfeit counts as the game it stands for, and the free round of an odd field counts
nothing (15.3). The same holds for a season of evenings, where resting is part of the draw. Elsewhere an
opponent's score is adjusted (16.3), and an entry's own unplayed round is one against a dummy (16.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from league.competition.scores import Scores, Turn


class Contribution(NamedTuple):
    """One opponent, or dummy, as Buchholz and Sonneborn-Berger see it. `score` is in units."""

    round: int
    opponent: int | None
    score: int
    halves: int
    """Twice the games won from this opponent plus the games shared."""
    voluntary: bool
    """A voluntary unplayed round (16.1.2): a requested bye, or lost by forfeit."""


def contributions_to(entry: int, scores: Scores) -> tuple[Contribution, ...]:
    """Every opponent of an entry, round by round."""
    adjusted, parts = scores.adjusted, list[Contribution]()
    for turn in scores.turns[entry]:
        if turn.unplayed and not scores.unplayed_count_nothing:
            parts.append(_dummy(entry, turn, scores))
        else:
            parts += [
                Contribution(met.round, met.opponent, adjusted[met.opponent], met.halves, False)
                for met in turn.meetings
            ]
    return tuple(parts)


def _dummy(entry: int, turn: Turn, scores: Scores) -> Contribution:
    """The entry's own score, at most that of the opponent who was due (16.4.1) or of drawing always (16.4.2)."""
    due = [scores.adjusted[meeting.opponent] for meeting in turn.meetings]
    cap = max(due) if due else scores.rounds * scores.draw
    halves = 2 * turn.units // scores.scoring.stated[0]
    return Contribution(turn.round, None, min(scores.totals[entry], cap), halves, turn.voluntary)
