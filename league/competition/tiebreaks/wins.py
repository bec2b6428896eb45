"""Wins, with or without playing (FIDE C.07, 7.1)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from league.competition.formats.format import Bye
from league.competition.scores import Scores
from league.competition.tiebreaks.tiebreak import Arithmetic, Term

WIN = "First place, not shared, in round {round}, game {leg}"
BYE = "Full-point bye in round {round}"


class Wins:
    """First places that nobody shared; a win by forfeit and a full bye count."""

    slug = "wins"
    name = "Wins"
    rule = "First places that are not shared, wins by forfeit and full-point byes."
    scale = 1
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """One term a win."""
        wins = [
            Term(WIN, (("round", sitting.round), ("leg", sitting.leg)), 1)
            for sitting in scores.sittings[entry]
            if sitting.place == 1 and sitting.alone
        ]
        byes = [Term(BYE, (("round", turn.round),), 1) for turn in scores.turns[entry] if turn.bye is Bye.FULL]
        return Arithmetic((*wins, *byes))


TIEBREAK = Wins()
