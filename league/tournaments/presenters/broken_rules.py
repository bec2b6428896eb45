"""The pairing rules that the tables of a round break, and their sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.competition.format import Conditions, in_words
from league.competition.format import Pairing as Table
from league.competition.formats import format_named
from league.competition.stages import as_knockout
from league.competition.violations import Violation, violations_of
from league.tournaments.models import Round, Tournament
from league.tournaments.pairing_edits import is_by_hand
from league.tournaments.queries.entries import Entrants
from league.tournaments.queries.history import conditions_of
from league.tournaments.queries.standings_cache import Sheet


class BrokenRules(NamedTuple):
    """Sentences about broken rules by table number; 0 is the round as a whole.

    `faults` are rules broken by hand, `unmet` are wishes that the pairing could not meet.
    """

    faults: dict[int, tuple[str, ...]]
    unmet: dict[int, tuple[str, ...]]


def split_by_cause(
    broken: Iterable[Violation], drawn: Iterable[Violation], tables: Iterable[Table], entrants: Entrants
) -> BrokenRules:
    """Return the sentences of `broken`; `drawn` are the rules broken before the round was changed by hand."""
    unmet_when_drawn = {one.about: one.facts for one in drawn if one.is_wish}
    by_hand = {table.table for table in tables if is_by_hand(table.reasons)}
    sentences = BrokenRules({}, {})
    for violation in broken:
        is_unmet = violation.about in unmet_when_drawn and (
            violation.table not in by_hand or violation.facts == unmet_when_drawn[violation.about]
        )
        kind = sentences.unmet if is_unmet else sentences.faults
        kind[violation.table] = (*kind.get(violation.table, ()), fault_words(violation, entrants))
    return sentences


def conditions_with(tournament: Tournament, shown: Round, tables: Sequence[Table]) -> Conditions:
    """Return the conditions of a round with these tables.

    In a bracket, all others are out or wait. In a finished round of club nights, and in all rounds of an earlier night,
    all others were not present.
    """
    conditions = conditions_of(tournament)
    night = shown.evening
    is_past = night is not None and (shown.status == Round.Status.CLOSED or night.number != conditions.evening)
    if not (tournament.has_bracket or is_past):
        return conditions
    return replace(conditions, here=frozenset(seat for table in tables for seat in table.seats))


def broken_rules(
    tournament: Tournament, number: int, tables: Sequence[Table], sheet: Sheet, conditions: Conditions
) -> tuple[Violation, ...]:
    """Return every rule that these tables break."""
    drawn_by, entries = format_named(tournament.format), sheet.history.entries
    # In a bracket, earlier opponents, seats and byes do not matter: it decides who meets.
    past = () if as_knockout(drawn_by) else sheet.history.pairings
    before = [pairing for pairing in past if pairing.round < number]
    return violations_of(
        tables,
        entries,
        before,
        conditions,
        drawn_by.table_sizes(tournament.format_options),
        meetings=drawn_by.meetings(entries, tournament.format_options),
        by_points=not (drawn_by.everyone_meets or drawn_by.by_evenings),
    )


def fault_words(fault: Violation, entrants: Entrants) -> str:
    """Return a broken rule in words, with names."""
    names = get_text_list([entrants[entry].name for entry in fault.entries], _("and"))
    return _(fault.template).format(players=names, **in_words(fault.facts))
