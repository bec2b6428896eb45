"""What is still open near the end: who has the first place for certain, who cannot have it any more, what each needs.

Nothing here guesses. "Certain" and "out" hold whatever happens; between them everybody may have it or not. What is
needed is told of the last round, once its tables are known: the least that is enough at one's own table whatever the
others do, or winning while some others do not win. Who could only be level has not got the place for certain, for the
tie-breaks decide then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.competition.format import Pairing
from league.competition.points import shared
from league.competition.scoring import Scoring


@dataclass(frozen=True, slots=True)
class Prospect:
    """How it stands for one entry.

    `needs` is the worst place at its own table of the last round that is enough (0 where none is, or it is not known),
    `or_draw` whether sharing the first place of a table of two is. `rivals` are those who must not win theirs where
    winning alone is not enough.
    """

    entry: int
    is_certain: bool = False
    is_out: bool = False
    needs: int = 0
    or_draw: bool = False
    rivals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Points paid so far, and the most that is still to be had, by entry."""

    totals: Mapping[int, int]
    to_come: Mapping[int, int]

    def most(self, entry: int) -> int:
        """The most an entry can come to."""
        return self.totals[entry] + self.to_come[entry]


def prospects(standing: Standing, last_round: Sequence[Pairing], scoring: Scoring) -> list[Prospect]:
    """Everybody's prospects of the first place, in the order of their points.

    `last_round` are its tables that are not decided, if nothing else is; otherwise empty. The cost grows with the
    square of the entries.
    """
    order = sorted(standing.totals, key=lambda entry: -standing.totals[entry])
    tables = {entry: table for table in last_round for entry in table.seats}
    return [_prospect(entry, order, standing, tables.get(entry), scoring) for entry in order]


def _prospect(
    entry: int, order: Sequence[int], standing: Standing, table: Pairing | None, scoring: Scoring
) -> Prospect:
    others = [one for one in order if one != entry]
    if all(standing.most(one) < standing.totals[entry] for one in others):
        return Prospect(entry, is_certain=True)
    if any(standing.totals[one] > standing.most(entry) for one in others):
        return Prospect(entry, is_out=True)
    if table is None or table.legs > 1:
        return Prospect(entry)
    best: Prospect | None = None
    for places, found in _outcomes(entry, len(table.seats)):
        if _above(entry, places, table, others, standing, scoring):
            break
        best = found
    if best is not None:
        return best
    winning, _found = next(_outcomes(entry, len(table.seats)))
    return Prospect(entry, rivals=tuple(_above(entry, winning, table, others, standing, scoring)))


def _outcomes(entry: int, size: int) -> Iterator[tuple[tuple[int, int], Prospect]]:
    """From the best down: the own place with the best that is left to another of the table, and what it is called."""
    yield (1, 2), Prospect(entry, needs=1)
    if size == 2:
        yield (1, 1), Prospect(entry, needs=1, or_draw=True)
    for place in range(2, size + 1):
        yield (place, 1), Prospect(entry, needs=place)


def _above(
    entry: int, places: tuple[int, int], table: Pairing, others: Sequence[int], standing: Standing, scoring: Scoring
) -> list[int]:
    """Who could then still be level with the entry or above it."""
    units = scoring.units(len(table.seats))
    own, beside = shared(units, places) if places == (1, 1) else (units[place - 1] for place in places)
    mine = standing.totals[entry] + own
    return [
        one for one in others if (standing.totals[one] + beside if one in table.seats else standing.most(one)) >= mine
    ]
