"""A tie-break: one number for an entry, and the arithmetic behind it.

The sections quoted in this folder are those of the FIDE Handbook, C.07 (Tie-Break Regulations), in the edition in
force since March 2026.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from league.competition.scores import Scores

NO_OPPONENT = "No opponent yet"
ROUNDING = "Rounding: half a unit for each of {terms} values"


class Term(NamedTuple):
    """One line of the arithmetic: its source and its amount, in units of the tie-break's `scale`."""

    template: str  # an English sentence, to be translated and then filled with the facts
    facts: tuple[tuple[str, int], ...]
    amount: int
    entry: int | None = None  # the opponent it comes from, if any


class Arithmetic(NamedTuple):
    """The whole sum: `value` is the sum of the amounts divided by `divisor`, rounded down."""

    terms: tuple[Term, ...]
    divisor: int = 1

    @property
    def value(self) -> int:
        """The sum of the amounts, divided and rounded down."""
        return sum(term.amount for term in self.terms) // self.divisor


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break rule.

    `explain(entry, tied, scores, seed)` returns the arithmetic for an entry that is level so far with all of `tied`
    (itself among them). `scale` is how many units make a whole: `POINT` for points, 1 for a plain count.
    """

    slug: str
    name: str
    rule: str
    explain: Callable[[int, AbstractSet[int], Scores, int], Arithmetic]
    scale: int = 1
    lower_is_better: bool = False


def mean_of(terms: Sequence[Term]) -> Arithmetic:
    """Return the mean of the terms, rounded down; 0 without any."""
    if not terms:
        return Arithmetic((Term(NO_OPPONENT, (), 0),))
    return Arithmetic(tuple(terms), divisor=len(terms))


def rounded_mean_of(terms: Sequence[Term], *, added: Sequence[Term] = ()) -> Arithmetic:
    """Return the mean of the terms, rounded to the nearest (10.1).

    The terms of `added` count in the sum, but not in the number that divides it.
    """
    if not terms:
        return mean_of(terms)
    rounding = Term(ROUNDING, (("terms", len(terms)),), len(terms) // 2)
    return Arithmetic((*terms, *added, rounding), divisor=len(terms))
