"""Changes of a round on its Manage page: selection, repair, preview."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from league.common.validators import whole_number
from league.competition.formats import format_named
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.pairing_edits import Tables, changed_numbers
from league.tournaments.presenters.managed_round import ManagedRound, broken_rules, conditions_with, violation_text
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.rounds import tables_of
from league.tournaments.queries.standings_cache import Sheet


@dataclass(frozen=True, slots=True)
class Selection:
    """The selection: `who` is sent back; `entry` or `table` is its number, the other is 0."""

    who: str
    title: str
    entry: int = 0
    table: int = 0


def selection_of(who: str, managed: ManagedRound, entrants: Entrants) -> Selection | None:
    """Return the selection of a URL; None if it names nothing that can move."""
    kind, _colon, sent = who.partition(":")
    number = whole_number(sent) or 0
    closed = {table.number for table in managed.tables if table.is_closed}
    if kind == "table" and number in {table.number for table in managed.tables} - closed:
        return Selection(who, _("Swap the number of table %(number)d with…") % {"number": number}, table=number)
    stuck = {seat.entrant.number for table in managed.tables if table.is_closed for seat in table.seats}
    if kind == "entry" and number in entrants.keys() - stuck:
        return Selection(who, _("Move %(player)s to…") % {"player": entrants[number].name}, entry=number)
    return None


def sits_out(tournament: Tournament) -> bool:
    """Return whether a player without a table gets no points, as in round robins and seasons."""
    chosen = format_named(tournament.format)
    return chosen.everyone_meets or chosen.by_evenings


def empty_seats(managed: ManagedRound, absent: Collection[int]) -> list[tuple[int, list[Entrant]]]:
    """Return the tables with absent players, and those players: tables that could be decided by forfeit."""
    missing = [
        (table.number, [seat.entrant for seat in table.seats if seat.entrant.number in absent])
        for table in managed.tables
    ]
    return [(number, away) for number, away in missing if away]


def people_of(managed: ManagedRound, entrants: Entrants) -> dict[str, list[tuple[str, str]]]:
    """Return the choices of a repair: players at open tables, players without a table (by name), open tables."""
    movable = [table for table in managed.tables if not table.is_closed]
    at_tables = {seat.entrant.number for table in managed.tables for seat in table.seats}
    seated = [(seat.entrant.name, str(seat.entrant.number), table.number) for table in movable for seat in table.seats]
    free = [entrant for entrant in entrants.values() if entrant.number not in at_tables and not entrant.has_left]
    with_table = _("%(player)s, table %(table)d")
    return {
        "absent": [(number, with_table % {"player": name, "table": table}) for name, number, table in sorted(seated)],
        "late": [(str(entrant.number), entrant.name) for entrant in sorted(free, key=lambda entrant: entrant.name)],
        "playing": [(str(table.number), _("Table %(number)d") % {"number": table.number}) for table in movable],
    }


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table before and after, with new players marked; `now` is empty if it is gone, `was` if it is new."""

    number: int
    was: tuple[str, ...]
    now: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The next version of a round: changed tables, new byes, broken rules.

    Wishes that the pairing could not meet at unchanged tables are left out.
    """

    version: int
    tables: tuple[ChangedTable, ...]
    byes: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]


def preview_of(tournament: Tournament, base: Round, wished: Tables, sheet: Sheet, entrants: Entrants) -> Preview:
    """Return the round with other tables, without saving. At most five queries."""
    before = tables_of(base)
    old, new = ({table.table: table.seats for table in tables if table.bye is None} for tables in (before, wished))
    resting = {(table.seats, table.bye) for table in before if table.bye is not None}
    byes = [table for table in wished if table.bye is not None and (table.seats, table.bye) not in resting]
    changed = changed_numbers(before, wished)
    touched = {*changed, *(table.table for table in byes)}
    conditions = conditions_with(tournament, base, before)
    seated = {entry for table in wished for entry in table.seats}
    entries = tuple(
        replace(row, joined=min(row.joined, base.number)) if row.id in seated else row for row in sheet.history.entries
    )
    with_latecomers = replace(sheet, history=replace(sheet.history, entries=entries))  # as after publishing
    broken = broken_rules(tournament, base.number, wished, with_latecomers, conditions)
    known = {violation.about for violation in broken_rules(tournament, base.number, before, sheet, conditions)}
    return Preview(
        version=base.version + 1,
        tables=tuple(
            ChangedTable(
                number,
                tuple(entrants[entry].name for entry in old.get(number, ())),
                tuple((entrants[entry].name, entry not in old.get(number, ())) for entry in new.get(number, ())),
            )
            for number in changed
        ),
        byes=tuple((entrants[table.seats[0]].name, str(Pairing.Bye(str(table.bye)).label)) for table in byes),
        faults=tuple(
            violation_text(violation, entrants)
            for violation in broken
            if not violation.is_wish or violation.table in touched or violation.about not in known
        ),
    )
