"""Which number each table of a round has: who cannot move stays at theirs, the others are numbered round them.

When two with fixed tables meet, the one who stands first in the list keeps theirs; so does that one when two want
the same number, and the other's table is then the nearest free one after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from league.rules.formats.format import Entry, Pairing, Reason

STAYS = "The player in seat {seat} has fixed table {number}."
GIVES_WAY = "The player in seat {seat} has fixed table {number}, but a player earlier in the list has priority."


def numbered(pairings: Sequence[Pairing], entries: Sequence[Entry]) -> tuple[Pairing, ...]:
    """The same pairings with the numbers of their tables, from 1; those without a table after them.

    Numbers are left out only where somebody's fixed table lies beyond them.
    """
    tables = [pairing for pairing in pairings if pairing.bye is None]
    taken = _claimed(tables, entries)
    free = (number for number in count(1) if number not in taken.values())
    numbers = [taken[at] if at in taken else next(free) for at in range(len(tables))]
    placed = [_told(replace(table, table=number), entries) for table, number in zip(tables, numbers, strict=True)]
    byes = [pairing for pairing in pairings if pairing.bye is not None]
    after = enumerate(byes, start=1 + max(numbers, default=0))
    return (*sorted(placed, key=lambda pairing: pairing.table), *(replace(bye, table=number) for number, bye in after))


def _claimed(tables: Sequence[Pairing], entries: Sequence[Entry]) -> dict[int, int]:
    """The numbers that somebody needs, by the place of the table in the list."""
    place = {seat: at for at, table in enumerate(tables) for seat in table.seats}
    taken: dict[int, int] = {}
    for entry in entries:
        at = place.get(entry.id)
        if entry.fixed_table is not None and at is not None and at not in taken:
            taken[at] = next(number for number in count(entry.fixed_table) if number not in taken.values())
    return taken


def _told(table: Pairing, entries: Sequence[Entry]) -> Pairing:
    """The table with a reason for everybody at it who has a fixed one."""
    fixed = {entry.id: entry.fixed_table for entry in entries if entry.fixed_table is not None}
    reasons = tuple(
        Reason(STAYS if fixed[entry] == table.table else GIVES_WAY, (("seat", seat), ("number", fixed[entry])))
        for seat, entry in enumerate(table.seats, start=1)
        if entry in fixed
    )
    return replace(table, reasons=table.reasons + reasons)
