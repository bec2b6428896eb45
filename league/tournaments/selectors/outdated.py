"""Matches of a bracket to which others come by now than were drawn: those to be mended, and those that stand."""

from dataclasses import replace

from django.utils.translation import gettext_noop

from league.results.reports.selectors import reported_of
from league.rules.formats import format_named
from league.rules.formats.format import Bye, Conditions, Finished, Pairing, Reason
from league.rules.stages import as_knockout
from league.tournaments.arranging import is_by_hand
from league.tournaments.drawing import next_of
from league.tournaments.models import Tournament
from league.tournaments.selectors.history import History

Outdated = tuple[Pairing, tuple[int, ...]]

MENDED = gettext_noop("Others came to this match when a result before it was corrected.")


def outdated_in(event: Tournament, history: History) -> list[Outdated]:
    """All of them, with who comes to each by now; not those that an organiser changed by hand, nor on the machine."""
    knockout = as_knockout(format_named(event.format))
    if knockout is None or event.is_on_the_machine:
        return []
    conditions = Conditions(scoring=event.scoring)
    found = knockout.outdated(history.entries, history.pairings, event.format_options, event.seed, conditions)
    return [(pairing, seats) for pairing, seats in found if not is_by_hand(pairing)]


def to_mend(event: Tournament, history: History) -> list[Outdated]:
    """Those of them that have no result and no report; one query, and none where there are none.

    Nor those to which more or fewer come than sit there, once one of them is drawn in a later round.
    """
    open_ones = [one for one in outdated_in(event, history) if not one[0].results and not _has_gone_on(one, history)]
    subjects = {one: history.subjects[one[0].round, one[0].table] for one in open_ones}
    reported = reported_of([subject for own in subjects.values() for subject in own]) if subjects else frozenset()
    return [one for one in open_ones if reported.isdisjoint(subjects[one])]


def mended(pairing: Pairing, seats: tuple[int, ...]) -> Pairing | None:
    """The pairing with those who come to it by now: a match, a free round, or nothing where nobody comes."""
    if not seats:
        return None
    bye = Bye.REST if len(seats) == 1 else None
    return replace(pairing, seats=seats, bye=bye, reasons=(Reason(MENDED),), results=(), decided=bye is not None)


def with_mended(event: Tournament, history: History) -> History:
    """The same history as it will be once everything in it is mended that can be."""
    while found := dict(to_mend(event, history)):
        now = (mended(one, found[one]) if one in found else one for one in history.pairings)
        history = replace(history, pairings=tuple(one for one in now if one is not None))
    return history


def runs_again(event: Tournament, history: History) -> bool:
    """Whether something is to be played in a finished tournament: an open game, or in a bracket another match."""
    if history.open_rounds():
        return True
    return event.has_bracket and (bool(to_mend(event, history)) or not isinstance(next_of(event, history), Finished))


def _has_gone_on(outdated: Outdated, history: History) -> bool:
    pairing, seats = outdated
    later = (one for one in history.pairings if one.round > pairing.round)
    return len(seats) != len(pairing.seats) and any(not set(pairing.seats).isdisjoint(one.seats) for one in later)
