"""Fore Buchholz: Buchholz as if every game of the final round were drawn (FIDE C.07, 8.3)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from league.competition.formats.format import How, Leg, Pairing
from league.competition.points import POINT
from league.competition.scores import Scores
from league.competition.seating import seats_in_leg
from league.competition.tiebreaks.buchholz import score_term
from league.competition.tiebreaks.tiebreak import Arithmetic


class ForeBuchholz:
    """All opponents' scores, those of the final round counted as draws."""

    slug = "fore-buchholz"
    name = "Fore Buchholz"
    rule = "Buchholz with all tables of the last round counted as ties."
    scale = POINT
    lower_is_better = False

    def explain(self, entry: int, _tied: AbstractSet[int], scores: Scores, _seed: int, /) -> Arithmetic:
        """Return one term an opponent; before the final round it is paired it is Buchholz."""
        drawn = scores.once(_with_final_drawn, frozenset())
        return Arithmetic(tuple(score_term(part) for part in drawn.contributions[entry]))


def _with_final_drawn(_tied: AbstractSet[int], scores: Scores) -> Scores:
    """Return the scores as if all tables of the final round, played or not, had ended level."""
    if not scores.final:
        return scores
    places = {(pairing.round, pairing.table) for pairing in scores.final}
    others = [pairing for pairing in scores.pairings if (pairing.round, pairing.table) not in places]
    return replace(scores, pairings=(*others, *map(_drawn, scores.final)), final=())


def _drawn(pairing: Pairing) -> Pairing:
    orders = [seats_in_leg(pairing.seats, number) for number in range(1, pairing.legs + 1)]
    legs = [Leg(number, seats, (1,) * len(seats), how=How.PLAYED) for number, seats in enumerate(orders, start=1)]
    return replace(pairing, results=tuple(legs), decided=True)


TIEBREAK = ForeBuchholz()
