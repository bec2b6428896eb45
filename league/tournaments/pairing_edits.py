"""Changes of a round's tables by hand, and the requests of the manage page.

The buttons send `who` and `to`: `entry:7` is an entry (as a target: swap with it), `table:3` a table, `table:new` a new
table, `bye:half` a bye, `out` no place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.common.whole_numbers import whole_number
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
    """Renumber the byes after the tables, so that numbers are unique."""
    kept = [table for table in tables if table.bye is None]
    last = max((table.table for table in kept), default=0)
    byes = sorted((table for table in tables if table.bye is not None), key=lambda table: table.table)
    return _in_order([*kept, *(replace(bye, table=last + place) for place, bye in enumerate(byes, start=1))])


def changed_numbers(before: Sequence[Pairing], after: Sequence[Pairing]) -> tuple[int, ...]:
    """Return the numbers of tables that are new, changed or gone, without byes."""
    seats_before, seats_after = (
        {table.table: table.seats for table in tables if table.bye is None} for tables in (before, after)
    )
    return tuple(
        sorted(
            number
            for number in seats_before.keys() | seats_after.keys()
            if seats_before.get(number) != seats_after.get(number)
        )
    )


def as_stored(tables: Sequence[Pairing]) -> list[dict[str, Any]]:
    """Return the tables as JSON; `from_stored` reads them back."""
    return [
        {
            "table": table.table,
            "bye": table.bye or "",
            "seats": list(table.seats),
            "legs": table.legs,
            "slot": table.slot,
            "reasons": [{"template": one.template, "facts": dict(one.facts)} for one in table.reasons],
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
            tuple(Reason(one["template"], tuple(one["facts"].items())) for one in row["reasons"]),
            decided=bool(row["bye"]),
            slot=row.get("slot", ""),
        )
        for row in stored
    )


def _as_now(tables: Tables, seats: Mapping[int, Sequence[int]]) -> Tables:
    """Return the tables with these seats by number; changed tables are marked as changed by hand."""
    by_number = {table.table: table for table in tables}
    legs = max((table.legs for table in tables if table.bye is None), default=1)
    changed = [
        _with_seats(by_number.get(number) or Pairing(_round_of(tables), number, (), legs), tuple(sitting))
        for number, sitting in seats.items()
        if sitting
    ]
    return numbered(changed)


def _split(tables: Tables) -> Tables:
    """Return the round with numbers of byes above all table numbers."""
    return tuple(replace(one, table=FAR + one.table) if one.bye is not None else one for one in tables)


def _with_seats(table: Pairing, seats: tuple[int, ...]) -> Pairing:
    reason = Reason(BY_HAND if table.bye is None else BYE_BY_HAND)
    return table if table.seats == seats else replace(table, seats=seats, reasons=(reason,))


def _round_of(tables: Sequence[Pairing]) -> int:
    return tables[0].round if tables else 1


def _in_order(tables: Iterable[Pairing]) -> Tables:
    return tuple(sorted(tables, key=lambda table: (table.bye is not None, table.table)))


BYES = {
    Bye.REST: gettext_noop("%(player)s gets a bye."),
    Bye.FULL: gettext_noop("%(player)s gets a full-point bye."),
    Bye.HALF: gettext_noop("%(player)s gets a half-point bye."),
    Bye.ZERO: gettext_noop("%(player)s gets a zero-point bye."),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A change as an English sentence with its facts; `player...` are entry numbers."""

    template: str
    facts: Mapping[str, int] = field(default_factory=dict)


def granted(tables: Tables, who: str, to: str) -> tuple[Tables, Said]:
    """Return the changed tables and a sentence about the change. Raise `ChangeRefused` if a value is invalid."""
    kind, number = _read(who)
    place, where = to.partition(":")[::2]
    if kind == "table":
        return _exchanged(tables, number, to)
    if kind != "entry":
        raise _unclear()
    if place == "entry":
        other = _read(to)[1]
        return swapped(tables, number, other), Said(SWAPPED, {"player": number, "player_other": other})
    if place == "table":
        table = free_table(tables) if where == "new" else _read(to)[1]
        return moved(tables, number, table), Said(MOVED, {"player": number, "table": table})
    if place == "bye" and where in {bye.value for bye in Bye}:
        return with_bye(tables, number, Bye(where)), Said(BYES[Bye(where)], {"player": number})
    if place == "out":
        return taken_out(tables, number), Said(TAKEN_OUT, {"player": number})
    raise _unclear()


def _exchanged(tables: Tables, one: int, to: str) -> tuple[Tables, Said]:
    kind, other = _read(to)
    if kind != "table" or one not in {table.table for table in tables if table.bye is None}:
        raise _unclear()
    return exchanged(tables, one, other), Said(EXCHANGED, {"table": one, "table_other": other})


def _read(words: str) -> tuple[str, int]:
    kind, _colon, digits = words.partition(":")
    number = whole_number(digits, MOST)
    if not number:
        raise _unclear()
    return kind, number


def _unclear() -> ChangeRefused:
    return ChangeRefused(_("Choose a player or a table, then the destination."))
