"""The last rounds: players certain of first place, players out of contention, and what the others need.

"Certain" and "out" hold in every case. Needs are known for the last round, once its tables are: the worst place
at the own table that is enough in every case, or winning while some others do not win. Reaching only a tie for first
place is not certain, as the tie-breaks decide then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.competition.format import Pairing
from league.competition.points import share_units
from league.competition.scoring import Scoring


@dataclass(frozen=True, slots=True)
class Prospect:
    """The prospects of one entry.

    `needs` is the worst place at its own table of the last round that is enough (0 if none is, or it is not known),
    `or_draw` whether sharing first place at a table of two is enough. `rivals` are those who must not win theirs if
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
    """Points paid so far, and the most points still to be won, by entry."""

    totals: Mapping[int, int]
    to_come: Mapping[int, int]

    def most(self, entry: int) -> int:
        """Return the most points an entry can finish with."""
        return self.totals[entry] + self.to_come[entry]


def prospects(standing: Standing, last_round: Sequence[Pairing], scoring: Scoring) -> list[Prospect]:
    """Return everybody's prospects of first place, in the order of their points.

    `last_round` are its undecided tables, if nothing else is undecided; otherwise empty. O(entries²).
    """
    order = sorted(standing.totals, key=lambda entry: -standing.totals[entry])
    tables = {entry: table for table in last_round for entry in table.seats}
    return [_prospect(entry, order, standing, tables.get(entry), scoring) for entry in order]


def _prospect(
    entry: int, order: Sequence[int], standing: Standing, table: Pairing | None, scoring: Scoring
) -> Prospect:
    others = [rival for rival in order if rival != entry]
    if all(standing.most(rival) < standing.totals[entry] for rival in others):
        return Prospect(entry, is_certain=True)
    if any(standing.totals[rival] > standing.most(entry) for rival in others):
        return Prospect(entry, is_out=True)
    if table is None or table.legs > 1:
        return Prospect(entry)
    best: Prospect | None = None
    for places, prospect in _outcomes(entry, len(table.seats)):
        if _possible_rivals(entry, places, table, others, standing, scoring):
            break
        best = prospect
    if best is not None:
        return best
    winning, _found = next(_outcomes(entry, len(table.seats)))
    return Prospect(entry, rivals=tuple(_possible_rivals(entry, winning, table, others, standing, scoring)))


def _outcomes(entry: int, size: int) -> Iterator[tuple[tuple[int, int], Prospect]]:
    """Yield, best first, the own place, the best place left for another player of the table, and its prospect."""
    yield (1, 2), Prospect(entry, needs=1)
    if size == 2:
        yield (1, 1), Prospect(entry, needs=1, or_draw=True)
    for place in range(2, size + 1):
        yield (place, 1), Prospect(entry, needs=place)


def _possible_rivals(
    entry: int, places: tuple[int, int], table: Pairing, others: Sequence[int], standing: Standing, scoring: Scoring
) -> list[int]:
    """Return who could then still be level with the entry or above it."""
    units = scoring.units(len(table.seats))
    own, beside = share_units(units, places) if places == (1, 1) else (units[place - 1] for place in places)
    mine = standing.totals[entry] + own
    return [
        rival
        for rival in others
        if (standing.totals[rival] + beside if rival in table.seats else standing.most(rival)) >= mine
    ]
