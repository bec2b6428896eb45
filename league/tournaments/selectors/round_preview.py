"""What a change of a published round would come to, before it is made: the tables that change, the rules it breaks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from league.tournaments.arranging import Tables, changed_numbers
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.round_desk import broken_rules, conditions_with, fault_words
from league.tournaments.selectors.sheet import Sheet
from league.tournaments.selectors.tables import tables_of


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table that changes; `is_new` where they did not sit there."""

    name: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table before and after; `now` is empty where it is gone, `was` where it is new."""

    number: int
    was: tuple[str, ...]
    now: tuple[Sitting, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The next version of a round: tables that change, byes that are new, rules that it breaks.

    Wishes that the draw left unmet at tables that stay as they are, are not among those.
    """

    version: int
    tables: tuple[ChangedTable, ...]
    byes: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]


def preview_of(
    event: Tournament, found: Round, wished: Tables, sheet: Sheet, entrants: Mapping[int, Entrant]
) -> Preview:
    """How the round would be with other tables; nothing is written. Five queries at most."""
    before = tables_of(found)
    was, now = ({one.table: one.seats for one in tables if one.bye is None} for tables in (before, wished))
    resting = {(one.seats, one.bye) for one in before if one.bye is not None}
    byes = [one for one in wished if one.bye is not None and (one.seats, one.bye) not in resting]
    changed = changed_numbers(before, wished)
    touched = {*changed, *(one.table for one in byes)}
    conditions = conditions_with(event, before)
    broken = broken_rules(event, found.number, wished, _with_latecomers(sheet, found.number, wished), conditions)
    there = {one.about for one in broken_rules(event, found.number, before, sheet, conditions)}
    return Preview(
        version=found.version + 1,
        tables=tuple(
            ChangedTable(
                number,
                tuple(entrants[entry].name for entry in was.get(number, ())),
                tuple(Sitting(entrants[entry].name, entry not in was.get(number, ())) for entry in now.get(number, ())),
            )
            for number in changed
        ),
        byes=tuple((entrants[one.seats[0]].name, str(Pairing.Bye(str(one.bye)).label)) for one in byes),
        faults=tuple(
            fault_words(one, entrants)
            for one in broken
            if not one.is_wish or one.table in touched or one.about not in there
        ),
    )


def _with_latecomers(sheet: Sheet, number: int, wished: Tables) -> Sheet:
    """The same with whoever would get a place in the event from this round on, as publishing makes them be."""
    seated = {entry for table in wished for entry in table.seats}
    entries = tuple(
        replace(one, joined=min(one.joined, number)) if one.id in seated else one for one in sheet.history.entries
    )
    return replace(sheet, history=replace(sheet.history, entries=entries))
