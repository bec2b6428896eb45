"""Bracket matches whose players changed by a correction: those to update, and those that keep their players."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_noop

from league.competition.brackets.pairing import SEEDED
from league.competition.format import Bye, Conditions, Finished, Pairing, Reason
from league.competition.formats import format_named
from league.competition.stages import as_knockout
from league.results.reports.queries import reported_among
from league.tournaments.models import Tournament
from league.tournaments.queries.history import History, next_of

Outdated = tuple[Pairing, tuple[int, ...]]

PLAYERS_CHANGED = gettext_noop("The players of this match changed when an earlier result was corrected.")


def stale_in(tournament: Tournament, history: History) -> tuple[list[Outdated], list[Pairing]]:
    """Return outdated matches with their correct players, and matches that do not count.

    Outdated are none of those changed by hand, and no bot matches. A played or reported match does not count if other
    players play it again. At most one query.
    """
    knockout = as_knockout(format_named(tournament.format))
    if knockout is None:
        return [], []
    pairings, conditions = _with_reports(history), Conditions(scoring=tournament.scoring)
    state = knockout.state(history.entries, pairings, tournament.format_options, tournament.seed, conditions)
    may_change = [match for match in state.outdated if not match[0].by_hand and not tournament.is_on_the_machine]
    return may_change, list(state.void)


def updatable_matches(tournament: Tournament, history: History) -> list[Outdated]:
    """Return the outdated matches without result and report.

    A bye that gets other players, or none, is left out once its player has been paired in a later round.
    """
    return [
        match
        for match in stale_in(tournament, history)[0]
        if not match[0].results and not match[0].is_reported and not _has_played_on(match, history)
    ]


def _with_reports(history: History) -> Sequence[Pairing]:
    """Return the pairings; open ones are marked if they have a report."""
    own = {row: history.subjects.get((row.round, row.table), ()) for row in history.pairings if not row.decided}
    reported = reported_among([subject for subjects in own.values() for subject in subjects]) if own else frozenset()
    return [replace(pairing, is_reported=not reported.isdisjoint(own.get(pairing, ()))) for pairing in history.pairings]


def updated_pairing(pairing: Pairing, seats: tuple[int, ...]) -> Pairing | None:
    """Return the pairing with its correct players: a match, a bye, or None without players."""
    if not seats:
        return None
    bye = Bye.REST if len(seats) == 1 else None
    reasons = (*(reason for reason in pairing.reasons if reason.template == SEEDED), Reason(PLAYERS_CHANGED))
    return replace(
        pairing, seats=seats, bye=bye, reasons=reasons, results=(), decided=bye is not None, is_reported=False
    )


def with_updated_matches(tournament: Tournament, history: History) -> History:
    """Return the history after all possible updates."""
    while found := dict(updatable_matches(tournament, history)):
        now = (updated_pairing(row, found[row]) if row in found else row for row in history.pairings)
        history = replace(history, pairings=tuple(pairing for pairing in now if pairing is not None))
    return history


def runs_again(tournament: Tournament, history: History) -> bool:
    """Return whether a finished tournament has an open game or another match to play.

    One that an organiser ended early stays finished until it is reopened.
    """
    if tournament.ended_early:
        return False
    if history.open_rounds():
        return True
    return tournament.has_bracket and (
        bool(updatable_matches(tournament, history)) or not isinstance(next_of(tournament, history), Finished)
    )


def _has_played_on(outdated: Outdated, history: History) -> bool:
    pairing, seats = outdated
    later = (other for other in history.pairings if other.round > pairing.round)
    more_or_fewer = pairing.bye is not None and len(seats) != 1
    return more_or_fewer and any(not set(pairing.seats).isdisjoint(other.seats) for other in later)
