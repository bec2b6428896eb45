"""The terms of tie-breaks that are a mean over opponents, so that their number neither helps nor hurts.

A bye that the pairing gave is left out: a dummy would have to have the score that an opponent had, which nobody knows.
What FIDE's dummy has (the own score, at most that of drawing always) is less than opponents have who were paired by
points, and would put players with such a bye lower. A round that somebody asked to miss, or forfeited, counts as a
table of such dummies, as large as the largest of that round, for otherwise it would pay to miss one.
"""

from __future__ import annotations

from collections.abc import Mapping

from league.rules.past import largest_tables
from league.rules.scores import Scores
from league.rules.tiebreaks.buchholz import score_term
from league.rules.tiebreaks.tiebreak import Term

NO_OPPONENT = "No opponent yet"


def opponents_by_round(entry: int, scores: Scores) -> Mapping[int, tuple[Term, ...]]:
    """One term for each opponent or dummy, by the number of the round."""
    largest = scores.once(_largest, frozenset())
    rounds: dict[int, tuple[Term, ...]] = {}
    for part in scores.contributions[entry]:
        if part.opponent is not None:
            rounds[part.round] = (*rounds.get(part.round, ()), score_term(part))
        elif part.voluntary:
            dummies = max(largest.get(part.round, 0) - 1, 1)
            rounds[part.round] = (score_term(part),) * dummies
    return rounds


def _largest(_tied: object, scores: Scores) -> dict[int, int]:
    return largest_tables(scores.pairings)
