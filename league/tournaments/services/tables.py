"""The tables of a round become other ones: rows follow the people, whoever sits elsewhere gets a row of their own."""

from collections.abc import Sequence
from itertools import count

from league.rules.formats.format import Pairing as Table
from league.tournaments.arranging import FAR, is_by_hand
from league.tournaments.models import Leg, Pairing, PairingSeat, Round, Tournament
from league.tournaments.selectors.tables import rows_of

Key = tuple[str, tuple[int, ...], int, str]


def write_tables(event: Tournament, written: Round, tables: Sequence[Table], version: int) -> None:
    """Make the round's rows say what `tables` say; rows that are new or renumbered are of that version.

    A table at which the same people sit in the same seats keeps its row, and with it its games' subjects and its link.
    Every other table is a new row with new subjects, so that no link, sheet, report or result of the old one can come
    to speak of other people's seats; the links of the old one are gone with it. The caller holds the tournament's lock.
    """
    rows = {_key_of(row): row for row in rows_of(written)}
    kept = [(rows.pop(key), table) for table in tables if (key := _key(table)) in rows]
    Pairing.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
    _renumber(kept, version)
    keys = {_key(table) for _, table in kept}
    create_tables(event, written, [table for table in tables if _key(table) not in keys], version)


def create_tables(event: Tournament, written: Round, tables: Sequence[Table], version: int = 1) -> None:
    """Write new tables with their seats and legs."""
    entries = dict(event.entries.values_list("number", "pk"))
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=written,
            table=table.table,
            bye=table.bye or "",
            slot=table.slot,
            reasons=[{"template": reason.template, "facts": dict(reason.facts)} for reason in table.reasons],
            version=version,
            by_hand=is_by_hand(table.reasons),
        )
        for table in tables
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry_id=entries[number])
        for row, table in zip(rows, tables, strict=True)
        for seat, number in enumerate(table.seats)
    )
    Leg.objects.bulk_create(
        Leg(pairing=row, number=number)
        for row, table in zip(rows, tables, strict=True)
        if table.bye is None
        for number in range(1, table.legs + 1)
    )


def _renumber(kept: Sequence[tuple[Pairing, Table]], version: int) -> None:
    """Give rows their numbers, by way of numbers that nobody has, because two may change theirs with one another."""
    others = [(row, table) for row, table in kept if row.table != table.table]
    free = count(FAR)
    for row, _ in others:
        row.table = next(free)
    Pairing.objects.bulk_update([row for row, _ in others], ["table"])
    for row, table in others:
        row.table, row.version = table.table, row.version if row.bye else version
    Pairing.objects.bulk_update([row for row, _ in others], ["table", "version"])


def _key(table: Table) -> Key:
    return (table.bye or "", table.seats, 0 if table.bye else table.legs, table.slot)


def _key_of(row: Pairing) -> Key:
    return (row.bye, tuple(seat.entry.number for seat in row.seats.all()), len(row.legs.all()), row.slot)
