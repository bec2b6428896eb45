"""The contract of a tie-break: one number for an entry, and the arithmetic behind it.

The sections quoted in the files of this folder are those of the FIDE Handbook, C.07 (Tie-Break
Regulations), in the edition in force since March 2026.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from league.competition.parts import Named
from league.competition.scores import Scores


class Term(NamedTuple):
    """One line of the arithmetic: where it comes from and what it adds."""

    template: str
    """What it is, in English, to be filled with the facts (and translated first)."""
    facts: tuple[tuple[str, int], ...]
    amount: int
    entry: int | None = None
    """The opponent it comes from, where it comes from one."""


class Arithmetic(NamedTuple):
    """The whole sum: `value` is the sum of the amounts divided by `divisor`, rounded down."""

    terms: tuple[Term, ...]
    divisor: int = 1

    @property
    def value(self) -> int:
        """What the terms come to."""
        return sum(term.amount for term in self.terms) // self.divisor


class TieBreak(Named, Protocol):
    """What decides among equals. One object a file, at its end: `TIEBREAK = ...`."""

    @property
    def scale(self) -> int:
        """How many units make a whole: `POINT` for points, 1 for a plain count."""
        ...

    @property
    def lower_is_better(self) -> bool:
        """Whether the smaller value goes ahead."""
        ...

    def explain(self, entry: int, tied: AbstractSet[int], scores: Scores, seed: int, /) -> Arithmetic:
        """The arithmetic for `entry`, which is level so far with all of `tied` (itself among them)."""
        ...
