"""Sonneborn-Berger without its least significant part (FIDE C.07, 9.1 with 14.1; 16.5 for unplayed rounds)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from league.competition.contributions import Contribution
from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.tiebreaks.sonneborn_berger import sonneborn_term
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

CUT = "Cut: the opponent with the fewest points, round {round}"
CUT_UNPLAYED = "Cut: requested bye or forfeit, round {round}"


def sonneborn_without(entry: int, scores: Scores, *, lowest: int) -> Arithmetic:
    """Return one term an opponent from whom anything was taken, and one for every part that is cut."""
    left = list(scores.contributions[entry])
    terms = [sonneborn_term(part) for part in left if part.halves]
    for _ in range(min(lowest, len(left))):
        cut = _least_significant(left)
        left.remove(cut)
        template = CUT_UNPLAYED if cut.voluntary else CUT
        terms.append(Term(template, (("round", cut.round),), -_amount(cut), cut.opponent))
    return Arithmetic(tuple(terms))


def _least_significant(parts: Sequence[Contribution]) -> Contribution:
    """Return the part of the lowest opponent; a voluntarily unplayed round instead, unless that is worth less."""
    lowest = min(parts, key=lambda part: (part.score, _amount(part)))
    unplayed = min(parts, key=lambda part: (not part.voluntary, part.score, _amount(part)))
    return lowest if _amount(lowest) > _amount(unplayed) else unplayed


def _amount(part: Contribution) -> int:
    return sonneborn_term(part).amount


class SonnebornBergerCut1:
    """Sonneborn-Berger without its least significant contribution."""

    slug = "sonneborn-berger-cut-1"
    name = "Sonneborn-Berger Cut 1"
    rule = "Sonneborn-Berger without the opponent with the fewest points."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term an opponent, and one for each part that is cut."""
        return sonneborn_without(entry, scores, lowest=1)


TIEBREAK = SonnebornBergerCut1()
