"""Cuts of Buchholz: the lowest parts are taken away, and for the median the highest as well (FIDE C.07, Article 14).

Of the lowest, voluntarily unplayed rounds are cut before others (16.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from league.competition.contributions import Contribution
from league.competition.scores import Scores
from league.competition.tiebreaks.buchholz import score_terms
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

CUT = "Cut: lowest value, round {round}"
CUT_UNPLAYED = "Cut: requested bye or forfeit, round {round}"
CUT_HIGHEST = "Cut: highest value, round {round}"


def buchholz_without(entry: int, scores: Scores, *, lowest: int, highest: int = 0) -> Arithmetic:
    """One term an opponent, and one for every part that is taken away again; no part is taken twice."""
    parts = scores.contributions[entry]
    low = nsmallest(lowest, parts, key=lambda part: (not part.voluntary, part.score, part.round))
    left = [part for part in parts if part not in low]
    high = nsmallest(highest, left, key=lambda part: (-part.score, part.round))
    cuts = [*(_cut(CUT_UNPLAYED if part.voluntary else CUT, part) for part in low), *_highest(high)]
    return Arithmetic((*score_terms(entry, scores), *cuts))


def _highest(parts: Sequence[Contribution]) -> list[Term]:
    return [_cut(CUT_HIGHEST, part) for part in parts]


def _cut(template: str, part: Contribution) -> Term:
    return Term(template, (("round", part.round),), -part.score, part.opponent)
