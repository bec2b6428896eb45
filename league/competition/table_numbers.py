"""The numbers of the tables of a round. Players with a fixed table stay there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from league.competition.format import Entry, Pairing, Reason

STAYS = "The player in seat {seat} has fixed table {number}."
GIVES_WAY = "The player in seat {seat} has fixed table {number}, but a player earlier in the list has priority."


def number_tables(pairings: Sequence[Pairing], entries: Sequence[Entry]) -> tuple[Pairing, ...]:
    """Return the pairings with table numbers, from 1; those without a table after them.

    If two entries with a fixed table meet, or want the same number, the first in the list keeps theirs, and another
    table gets the nearest free number after it. Numbers are skipped only for a fixed table beyond them.
    """
    tables = [pairing for pairing in pairings if pairing.bye is None]
    fixed = {entry.id: entry.fixed_table for entry in entries if entry.fixed_table is not None}
    claimed = _claimed_numbers(tables, fixed) if fixed else {}
    taken = set(claimed.values())
    free = (number for number in count(1) if number not in taken)
    numbers = [claimed[index] if index in claimed else next(free) for index in range(len(tables))]
    numbered = [replace(table, table=number) for table, number in zip(tables, numbers, strict=True)]
    if fixed:
        numbered = [replace(table, reasons=(*table.reasons, *_fixed_table_reasons(table, fixed))) for table in numbered]
    byes = [pairing for pairing in pairings if pairing.bye is not None]
    after = enumerate(byes, start=1 + max(numbers, default=0))
    return (
        *sorted(numbered, key=lambda pairing: pairing.table),
        *(replace(bye, table=number) for number, bye in after),
    )


def _claimed_numbers(tables: Sequence[Pairing], fixed: dict[int, int]) -> dict[int, int]:
    """Return the numbers of tables with players who cannot move, by index in `tables`."""
    index_of = {entry: index for index, table in enumerate(tables) for entry in table.seats}
    wanted: dict[int, int] = {}
    for entry, number in fixed.items():
        if entry in index_of:
            wanted.setdefault(index_of[entry], number)
    first_at = {number: index for index, number in reversed(wanted.items())}
    claimed = {index: number for number, index in first_at.items()}
    for index, number in wanted.items():
        if index not in claimed:
            taken = set(claimed.values())
            claimed[index] = next(free for free in count(number) if free not in taken)
    return claimed


def _fixed_table_reasons(table: Pairing, fixed: dict[int, int]) -> tuple[Reason, ...]:
    """Return a reason for everybody at the table who has a fixed one."""
    return tuple(
        Reason(STAYS if fixed[entry] == table.table else GIVES_WAY, (("seat", seat), ("number", fixed[entry])))
        for seat, entry in enumerate(table.seats, start=1)
        if entry in fixed
    )
