"""Changes of a round's tables by hand, and the requests of the manage page.

The buttons send `who` and `to`: `entry:7` is an entry (as a target: swap with it), `table:3` a table, `table:new` a new
table, `bye:half` a bye, `out` no place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.common.validators import whole_number
from league.competition.format import Bye, Pairing, Reason
from league.tournaments.errors import ChangeRefused

Tables = tuple[Pairing, ...]

FAR = 10_000  # above all table numbers
BY_HAND = gettext_noop("An organiser changed this table by hand.")
BYE_BY_HAND = gettext_noop("An organiser gave this bye by hand.")
MOST = 1_999  # the largest number of an entry or a table
SWAPPED = gettext_noop("%(player)s and %(player_other)s swap seats.")
MOVED = gettext_noop("%(player)s moves to table %(table)d.")
TAKEN_OUT = gettext_noop("%(player)s is removed from the round.")
EXCHANGED = gettext_noop("Tables %(table)d and %(table_other)d swap numbers.")
BYES = {
    Bye.REST: gettext_noop("%(player)s gets a bye."),
    Bye.FULL: gettext_noop("%(player)s gets a full-point bye."),
    Bye.HALF: gettext_noop("%(player)s gets a half-point bye."),
    Bye.ZERO: gettext_noop("%(player)s gets a zero-point bye."),
}


def swapped(tables: Tables, one: int, other: int) -> Tables:
    """Swap two entries; one of them may have no place."""
    instead = {one: other, other: one}
    return _as_now(tables, {table.table: [instead.get(seat, seat) for seat in table.seats] for table in tables})


def moved(tables: Tables, entry: int, number: int) -> Tables:
    """Move an entry to the last seat of a table; an unknown number creates one."""
    apart = _split(tables)
    seats = {table.table: [seat for seat in table.seats if seat != entry] for table in apart}
    return _as_now(apart, seats | {number: [*seats.get(number, ()), entry]})


def with_bye(tables: Tables, entry: int, bye: Bye) -> Tables:
    """Give an entry a bye instead of a seat."""
    row = Pairing(_round_of(tables), FAR, (entry,), bye=bye, reasons=(Reason(BYE_BY_HAND),), decided=True)
    return numbered((*taken_out(tables, entry), row))


def taken_out(tables: Tables, entry: int) -> Tables:
    """Remove an entry from the round."""
    return _as_now(tables, {table.table: [seat for seat in table.seats if seat != entry] for table in tables})


def exchanged(tables: Tables, one: int, other: int) -> Tables:
    """Swap the numbers of two tables; if one does not exist, the other gets its number."""
    instead = {one: other, other: one}
    return numbered([replace(table, table=instead.get(table.table, table.table)) for table in _split(tables)])


def is_by_hand(reasons: Iterable[Reason]) -> bool:
    """Return whether the table or bye was changed by hand after pairing."""
    return any(reason.template in {BY_HAND, BYE_BY_HAND} for reason in reasons)


def free_table(tables: Sequence[Pairing]) -> int:
    """Return the lowest unused table number."""
    taken = {table.table for table in tables if table.bye is None}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def numbered(tables: Sequence[Pairing]) -> Tables:
    """Return the round in order, with byes numbered after the tables, so that numbers are unique."""
    in_order = sorted(tables, key=attrgetter("table"))
    kept = [table for table in in_order if table.bye is None]
    byes = [table for table in in_order if table.bye is not None]
    last = kept[-1].table if kept else 0
    return (*kept, *(replace(bye, table=number) for number, bye in enumerate(byes, start=last + 1)))


def changed_numbers(before: Sequence[Pairing], after: Sequence[Pairing]) -> tuple[int, ...]:
    """Return the numbers of tables that are new, changed or gone, without byes."""
    old, new = ({(table.table, table.seats) for table in tables if table.bye is None} for tables in (before, after))
    return tuple(sorted({number for number, _seats in old ^ new}))


def as_stored(tables: Sequence[Pairing]) -> list[dict[str, Any]]:
    """Return the tables as JSON; `from_stored` reads them back."""
    return [
        {
            "table": table.table,
            "bye": table.bye or "",
            "seats": list(table.seats),
            "legs": table.legs,
            "slot": table.slot,
            "reasons": [reason.as_json() for reason in table.reasons],
        }
        for table in tables
    ]


def from_stored(stored: Sequence[Mapping[str, Any]], number: int, evening: int = 0) -> Tables:
    """Return the tables of a round from the output of `as_stored`."""
    return tuple(
        Pairing(
            number,
            row["table"],
            tuple(row["seats"]),
            row["legs"],
            Bye(row["bye"]) if row["bye"] else None,
            evening,
            tuple(map(Reason.from_json, row["reasons"])),
            decided=bool(row["bye"]),
            slot=row.get("slot", ""),
        )
        for row in stored
    )


def _as_now(tables: Tables, seats: Mapping[int, Sequence[int]]) -> Tables:
    """Return the tables with these seats by number; changed tables are marked as changed by hand."""
    by_number = {table.table: table for table in tables}
    legs = max((table.legs for table in tables if table.bye is None), default=1)
    changed = []
    for number, sitting in seats.items():
        table = by_number.get(number) or Pairing(_round_of(tables), number, (), legs)
        if sitting and table.seats != tuple(sitting):
            reason = Reason(BY_HAND if table.bye is None else BYE_BY_HAND)
            table = replace(table, seats=tuple(sitting), reasons=(reason,))
        if sitting:
            changed.append(table)
    return numbered(changed)


def _split(tables: Tables) -> Tables:
    """Return the round with numbers of byes above all table numbers."""
    return tuple(replace(table, table=FAR + table.table) if table.bye is not None else table for table in tables)


def _round_of(tables: Sequence[Pairing]) -> int:
    return tables[0].round if tables else 1


Facts = Mapping[str, int]  # of a sentence about a change; those named `player...` are entry numbers


def apply_edit(tables: Tables, who: str, to: str) -> tuple[Tables, str, Facts]:
    """Return the changed tables and a sentence about the change. Raise `ChangeRefused` if a value is invalid."""
    kind, number = _read(who)
    place, where = to.partition(":")[::2]
    if kind == place == "table" and any(table.table == number and table.bye is None for table in tables):
        other = _read(to)[1]
        return exchanged(tables, number, other), EXCHANGED, {"table": number, "table_other": other}
    if kind == place == "entry":
        other = _read(to)[1]
        return swapped(tables, number, other), SWAPPED, {"player": number, "player_other": other}
    if kind == "entry" and place == "table":
        table = free_table(tables) if where == "new" else _read(to)[1]
        return moved(tables, number, table), MOVED, {"player": number, "table": table}
    if kind == "entry" and place == "bye" and where in set(Bye):
        return with_bye(tables, number, Bye(where)), BYES[Bye(where)], {"player": number}
    if kind == "entry" and place == "out":
        return taken_out(tables, number), TAKEN_OUT, {"player": number}
    raise _invalid_edit()


def _read(words: str) -> tuple[str, int]:
    kind, _colon, digits = words.partition(":")
    number = whole_number(digits, MOST)
    if not number:
        raise _invalid_edit()
    return kind, number


def _invalid_edit() -> ChangeRefused:
    return ChangeRefused(_("Choose a player or a table, then the destination."))
