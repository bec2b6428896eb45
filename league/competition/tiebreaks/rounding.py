"""Means that are rounded to the nearest unit, as FIDE C.07 rounds them (10.1: half a point goes up)."""

from __future__ import annotations

from collections.abc import Sequence

from league.competition.tiebreaks.tiebreak import Arithmetic, Term

ROUNDING = "Rounding: half a unit for each of {terms} values"
NOBODY = "No opponent yet"


def mean_of(terms: Sequence[Term], *, added: Sequence[Term] = ()) -> Arithmetic:
    """Return the mean of the terms, rounded to the nearest; `added` are terms that count but are none of them."""
    if not terms:
        return Arithmetic((Term(NOBODY, (), 0),))
    rounding = Term(ROUNDING, (("terms", len(terms)),), len(terms) // 2)
    return Arithmetic((*terms, *added, rounding), divisor=len(terms))
