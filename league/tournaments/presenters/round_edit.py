"""Changes of a round on its Manage page: selection, repair, preview."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from league.common.validators import whole_number
from league.competition.formats import format_named
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.pairing_edits import Tables, changed_numbers
from league.tournaments.presenters.round_desk import DeskRound, broken_rules, conditions_with, fault_words
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.rounds import tables_of
from league.tournaments.queries.standings_cache import Sheet


@dataclass(frozen=True, slots=True)
class Choice:
    """The selection: `who` is sent back; `entry` or `table` is its number, the other is 0."""

    who: str
    title: str
    entry: int = 0
    table: int = 0


def choice_of(who: str, desk: DeskRound, entrants: Entrants) -> Choice | None:
    """Return the selection of a URL; None if it names nothing that can move."""
    kind, _colon, sent = who.partition(":")
    number = whole_number(sent) or 0
    closed = {table.number for table in desk.tables if table.is_closed}
    if kind == "table" and number in {table.number for table in desk.tables} - closed:
        return Choice(who, _("Swap the number of table %(number)d with…") % {"number": number}, table=number)
    stuck = {seat.entrant.number for table in desk.tables if table.is_closed for seat in table.seats}
    if kind == "entry" and number in entrants.keys() - stuck:
        return Choice(who, _("Move %(player)s to…") % {"player": entrants[number].name}, entry=number)
    return None


def sits_out(tournament: Tournament) -> bool:
    """Return whether a player without a table gets no points, as in round robins and seasons."""
    chosen = format_named(tournament.format)
    return chosen.everyone_meets or chosen.by_evenings


def empty_seats(desk: DeskRound, absent: Collection[int]) -> list[tuple[int, list[Entrant]]]:
    """Return the tables with absent players, and those players: tables that could be decided by forfeit."""
    missing = [
        (table.number, [seat.entrant for seat in table.seats if seat.entrant.number in absent]) for table in desk.tables
    ]
    return [(number, away) for number, away in missing if away]


def people_of(desk: DeskRound, entrants: Entrants) -> dict[str, list[tuple[str, str]]]:
    """Return the choices of a repair: players at open tables, players without a table (by name), open tables."""
    movable = [table for table in desk.tables if not table.is_closed]
    at_tables = {seat.entrant.number for table in desk.tables for seat in table.seats}
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


def preview_of(tournament: Tournament, found: Round, wished: Tables, sheet: Sheet, entrants: Entrants) -> Preview:
    """Return the round with other tables, without saving. At most five queries."""
    before = tables_of(found)
    was, now = ({table.table: table.seats for table in tables if table.bye is None} for tables in (before, wished))
    resting = {(table.seats, table.bye) for table in before if table.bye is not None}
    byes = [table for table in wished if table.bye is not None and (table.seats, table.bye) not in resting]
    changed = changed_numbers(before, wished)
    touched = {*changed, *(table.table for table in byes)}
    conditions = conditions_with(tournament, found, before)
    seated = {entry for table in wished for entry in table.seats}
    entries = tuple(
        replace(one, joined=min(one.joined, found.number)) if one.id in seated else one for one in sheet.history.entries
    )
    with_latecomers = replace(sheet, history=replace(sheet.history, entries=entries))  # as after publishing
    broken = broken_rules(tournament, found.number, wished, with_latecomers, conditions)
    there = {violation.about for violation in broken_rules(tournament, found.number, before, sheet, conditions)}
    return Preview(
        version=found.version + 1,
        tables=tuple(
            ChangedTable(
                number,
                tuple(entrants[entry].name for entry in was.get(number, ())),
                tuple((entrants[entry].name, entry not in was.get(number, ())) for entry in now.get(number, ())),
            )
            for number in changed
        ),
        byes=tuple((entrants[table.seats[0]].name, str(Pairing.Bye(str(table.bye)).label)) for table in byes),
        faults=tuple(
            fault_words(violation, entrants)
            for violation in broken
            if not violation.is_wish or violation.table in touched or violation.about not in there
        ),
    )
