"""Matches of a bracket to which others come by now than were drawn: those to be mended, and those that were played."""

from league.results.reports.selectors import reported_of
from league.rules.formats import format_named
from league.rules.formats.format import Conditions, Pairing
from league.rules.stages import as_knockout
from league.tournaments.arranging import is_by_hand
from league.tournaments.models import Tournament
from league.tournaments.selectors.history import History

Outdated = tuple[Pairing, tuple[int, ...]]


def outdated_in(event: Tournament, history: History) -> list[Outdated]:
    """All of them, with who comes to each by now; not those that an organiser changed by hand, nor on the machine."""
    knockout = as_knockout(format_named(event.format))
    if knockout is None or event.is_on_the_machine:
        return []
    conditions = Conditions(scoring=event.scoring)
    found = knockout.outdated(history.entries, history.pairings, event.format_options, event.seed, conditions)
    return [(pairing, seats) for pairing, seats in found if not is_by_hand(pairing)]


def to_mend(event: Tournament, history: History) -> list[Outdated]:
    """Those of them that have no result and no report; one query, and none where there are none."""
    open_ones = [(pairing, seats) for pairing, seats in outdated_in(event, history) if not pairing.results]
    subjects = {one: history.subjects[one[0].round, one[0].table] for one in open_ones}
    reported = reported_of([subject for own in subjects.values() for subject in own]) if subjects else frozenset()
    return [one for one in open_ones if reported.isdisjoint(subjects[one])]
