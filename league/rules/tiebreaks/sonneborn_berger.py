"""Sonneborn-Berger: what was taken from each opponent, weighed by that opponent's score (FIDE C.07, 9.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.rules.contributions import Contribution
from league.rules.points import POINT
from league.rules.scores import Scores
from league.rules.tiebreaks.tiebreak import Arithmetic, Term

OPPONENT = "Round {round}: {halves} \N{MULTIPLICATION SIGN} half the points of the opponent"
DUMMY = (
    "Round {round}, not played: {halves} \N{MULTIPLICATION SIGN} half the player's own points, "
    "limited by FIDE C.07, 16.4"
)


class SonnebornBerger:
    """The scores of those beaten and half the scores of those level with, at every table."""

    slug = "sonneborn-berger"
    name = "Sonneborn-Berger"
    rule = (
        "The points of every beaten opponent plus half the points of every tied opponent (FIDE C.07, 9.1). "
        "A round not played counts as a win, tie or loss, as it was scored, against an opponent with the player's own "
        "points, up to a limit. After a bye: the points of a player who ties every game. After a forfeit: the points "
        "of the opponent who was paired with the player (16.4). In a round robin, a forfeit counts as if the game had "
        "been played (15.3)."
    )
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term an opponent from whom anything was taken."""
        return Arithmetic(tuple(sonneborn_term(part) for part in scores.contributions[entry] if part.halves))


def sonneborn_term(part: Contribution) -> Term:
    """Return what was taken from an opponent, or a dummy, as a line of the sum."""
    template = OPPONENT if part.opponent is not None else DUMMY
    facts = (("round", part.round), ("halves", part.halves))
    return Term(template, facts, part.score * part.halves // 2, part.opponent)


TIEBREAK = SonnebornBerger()
