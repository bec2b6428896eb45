"""Who has to meet in a knockout although the organiser would keep them apart: it is done, and said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from league.competition.formats.format import Conditions, Pairing, Reason

BROUGHT_TOGETHER = (
    "Avoided pairing: the players in seats {one} and {other} meet because the bracket or group requires it."
)


def told_where_brought_together(drawn: Iterable[Pairing], conditions: Conditions) -> list[Pairing]:
    """The same pairings; those at which two sit who were to be kept apart say so among their reasons."""
    return [replace(one, reasons=(*one.reasons, *_reasons(one, conditions))) for one in drawn]


def _reasons(pairing: Pairing, conditions: Conditions) -> Iterator[Reason]:
    apart = {frozenset((pair.one, pair.other)) for pair in conditions.forbidden if pair.holds_in(pairing.round)}
    for one, other in _pairs(pairing.seats):
        if frozenset((pairing.seats[one - 1], pairing.seats[other - 1])) in apart:
            yield Reason(BROUGHT_TOGETHER, (("one", one), ("other", other)))


def _pairs(seats: Sequence[int]) -> Iterator[tuple[int, int]]:
    return combinations(range(1, len(seats) + 1), 2)
