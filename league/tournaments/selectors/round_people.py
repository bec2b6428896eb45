"""Whom a repair of a round can be about, as choices of a form."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.round_desk import RoundLaid

Choice = tuple[str, str]


@dataclass(frozen=True, slots=True)
class People:
    """Those at tables that could still change, those without a table, and those tables."""

    seated: tuple[Choice, ...]
    free: tuple[Choice, ...]
    tables: tuple[Choice, ...]


def empty_seats(laid: RoundLaid, gone: Collection[int]) -> list[tuple[int, list[Entrant]]]:
    """The tables at which somebody is missing, with whom: those that could be decided by forfeit instead."""
    missing = [
        (table.number, [seat.entrant for seat in table.seats if seat.entrant.number in gone]) for table in laid.tables
    ]
    return [(number, away) for number, away in missing if away]


def people_of(laid: RoundLaid, entrants: Mapping[int, Entrant]) -> People:
    """From what was read already; people by name."""
    movable = [table for table in laid.tables if not table.is_closed]
    at_tables = {seat.entrant.number for table in laid.tables for seat in table.seats}
    seated = [(seat.entrant.name, str(seat.entrant.number), table.number) for table in movable for seat in table.seats]
    free = [one for one in entrants.values() if one.number not in at_tables and not one.has_left]
    with_table = _("%(player)s, table %(table)d")
    return People(
        tuple((number, with_table % {"player": name, "table": table}) for name, number, table in sorted(seated)),
        tuple((str(one.number), one.name) for one in sorted(free, key=lambda one: one.name)),
        tuple((str(table.number), _("Table %(number)d") % {"number": table.number}) for table in movable),
    )
