"""Bracket matches whose players changed by a correction: those to update, and those that keep their players."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_noop

from league.competition.brackets.view import SEEDED
from league.competition.format import Bye, Conditions, Entry, Finished, Pairing, Reason
from league.competition.formats import format_named
from league.competition.options import Options
from league.competition.stages import as_knockout
from league.results.queries import reported_among
from league.tournaments.models import Tournament
from league.tournaments.queries.history import History, next_of

Outdated = tuple[Pairing, tuple[int, ...]]

MENDED = gettext_noop("The players of this match changed when an earlier result was corrected.")


def outdated_in(event: Tournament, history: History) -> list[Outdated]:
    """Return outdated matches with their correct players, without those changed by hand and bot matches."""
    knockout = as_knockout(format_named(event.format))
    if knockout is None or event.is_on_the_machine:
        return []
    found = knockout.state(*_asked(event, with_reports(history))).outdated
    return [(pairing, seats) for pairing, seats in found if not pairing.by_hand]


def discounted_in(event: Tournament, history: History) -> list[Pairing]:
    """Return played or reported matches that do not count, because other players play them again."""
    knockout = as_knockout(format_named(event.format))
    return list(knockout.state(*_asked(event, with_reports(history))).void) if knockout else []


def to_mend(event: Tournament, history: History) -> list[Outdated]:
    """Return the outdated matches without result and report.

    A bye that gets other players, or none, is left out once its player has been paired in a later round.
    """
    return [
        one
        for one in outdated_in(event, history)
        if not one[0].results and not one[0].is_reported and not _has_gone_on(one, history)
    ]


def with_reports(history: History) -> History:
    """Return the history with open pairings marked if they have a report. At most one query."""
    own = {one: history.subjects.get((one.round, one.table), ()) for one in history.pairings if not one.decided}
    reported = reported_among([subject for subjects in own.values() for subject in subjects]) if own else frozenset()
    if not reported:
        return history
    marked = (replace(one, is_reported=not reported.isdisjoint(own.get(one, ()))) for one in history.pairings)
    return replace(history, pairings=tuple(marked))


def _asked(event: Tournament, history: History) -> tuple[Sequence[Entry], Sequence[Pairing], Options, int, Conditions]:
    conditions = Conditions(scoring=event.scoring)
    return history.entries, history.pairings, event.format_options, event.seed, conditions


def mended(pairing: Pairing, seats: tuple[int, ...]) -> Pairing | None:
    """Return the pairing with its correct players: a match, a bye, or None without players."""
    if not seats:
        return None
    bye = Bye.REST if len(seats) == 1 else None
    reasons = (*(reason for reason in pairing.reasons if reason.template == SEEDED), Reason(MENDED))
    return replace(
        pairing, seats=seats, bye=bye, reasons=reasons, results=(), decided=bye is not None, is_reported=False
    )


def with_mended(event: Tournament, history: History) -> History:
    """Return the history after all possible updates."""
    while found := dict(to_mend(event, history)):
        now = (mended(one, found[one]) if one in found else one for one in history.pairings)
        history = replace(history, pairings=tuple(one for one in now if one is not None))
    return history


def runs_again(event: Tournament, history: History) -> bool:
    """Return whether a finished tournament has an open game or another match to play.

    One that an organiser ended early stays finished until it is reopened.
    """
    if event.ended_early:
        return False
    if history.open_rounds():
        return True
    return event.has_bracket and (bool(to_mend(event, history)) or not isinstance(next_of(event, history), Finished))


def _has_gone_on(outdated: Outdated, history: History) -> bool:
    pairing, seats = outdated
    later = (one for one in history.pairings if one.round > pairing.round)
    more_or_fewer = pairing.bye is not None and len(seats) != 1
    return more_or_fewer and any(not set(pairing.seats).isdisjoint(one.seats) for one in later)
