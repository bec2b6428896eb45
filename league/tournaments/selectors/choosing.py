"""Somebody, or a table, chosen at the desk: what can be done with them, as buttons of a form."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.rules.formats import format_named
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import Entrant
from league.tournaments.selectors.round_desk import RoundLaid


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen: `who` is sent back; `entry` or `table` is its number, the other 0."""

    who: str
    title: str
    entry: int = 0
    table: int = 0


def choice_of(who: str, laid: RoundLaid, entrants: Mapping[int, Entrant]) -> Choice | None:
    """What an address chooses; None where it chooses nothing that can move."""
    kind, _colon, sent = who.partition(":")
    number = int(sent[:6]) if sent.isascii() and sent.isdecimal() else 0
    closed = {table.number for table in laid.tables if table.is_closed}
    if kind == "table" and number in {table.number for table in laid.tables} - closed:
        return Choice(who, _("Swap the number of table %(number)d with…") % {"number": number}, table=number)
    stuck = {seat.entrant.number for table in laid.tables if table.is_closed for seat in table.seats}
    if kind == "entry" and number in entrants.keys() - stuck:
        return Choice(who, _("Move %(player)s to…") % {"player": entrants[number].name}, entry=number)
    return None


def sits_out(event: Tournament) -> bool:
    """Whether a round without a table is a free one there, which pays nothing, rather than a bye that may pay."""
    chosen = format_named(event.format)
    return chosen.everyone_meets or chosen.by_evenings
