"""The course of a running tournament: rounds are paired when they are due and closed when all results are in.

`by` is the account that asks, None for the site itself.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.competition.formats import format_named
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Tournament
from league.tournaments.models.tournament import STARTED
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import history_of, next_of, results_count
from league.tournaments.queries.stale_matches import runs_again
from league.tournaments.services.entry_list import LEFT_OUT, remove_absent_at_start
from league.tournaments.services.publishing import (
    check_running_on_server,
    go_on,
    note_change,
    update_bracket,
    withdraw_games,
)
from league.tournaments.services.revisions import noted
from league.tournaments.services.round_requests import ask


@transaction.atomic
def start(*, tournament: Tournament, by: Account | None, absent: str = LEFT_OUT) -> Tournament:
    """Close the entries, lock the tie-breaks, and publish the playable rounds or have round 1 paired as a draft.

    After a check-in, `absent` says what happens to absent players: `LEFT_OUT`, or `WITH_A_BYE` in round 1. Raise
    `NotTheOrganiser`, `WrongMoment` if it has already started, `TooManyOnServer`, or `CannotBePlayed` if the format
    cannot pair this field. After an error the draft is unchanged.
    """
    tournament = locked_for_organiser(tournament, by)
    if not tournament.takes_entries:
        raise WrongMoment(_("%(tournament)s has already started."), tournament=tournament.name)
    if by is not None and tournament.is_on_the_machine:
        check_running_on_server(by)
    remove_absent_at_start(tournament, absent, by)
    noted(tournament, STARTED, gettext_noop("%(event)s was started."), by, event=tournament.name)
    tournament.status = Tournament.Status.RUNNING
    tournament.started_at = timezone.now()
    tournament.save(update_fields=["status", "started_at"])
    organiser_publishes = tournament.pace == Tournament.Pace.DESK
    if organiser_publishes:
        next_of(tournament, history_of(tournament.pk))  # an impossible field is refused here, not by the worker
    go_on(tournament)
    if organiser_publishes and not format_named(tournament.format).by_evenings:
        ask(tournament, by)
    return tournament


@transaction.atomic
def advance(*, tournament_id: int) -> None:
    """Process new results of the tournament: close rounds, pair the next ones, finish. Idempotent.

    - A correction changes the standings and rounds paired from now on, not published ones.
    - A withdrawn result opens its round again.
    - A finished tournament runs again if a game lacks its result, or a bracket has another match to play.

    Concurrent calls wait for one another.
    """
    tournament = Tournament(pk=tournament_id).locked()
    seen = results_count(tournament.pk)
    if seen == tournament.results_seen:
        return
    if tournament.is_running:
        if tournament.has_bracket:
            update_bracket(tournament)
        go_on(tournament)
    elif tournament.status == Tournament.Status.FINISHED:
        _look_again(tournament, seen)
    else:  # a draft, or cancelled
        note_change(tournament, seen)


@transaction.atomic
def cancel(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Cancel the tournament; its results stay. Raise `NotTheOrganiser`, or `WrongMoment` if it is over."""
    tournament = locked_for_organiser(tournament, by)
    if tournament.is_over:
        raise WrongMoment(_("%(tournament)s is already finished or cancelled."), tournament=tournament.name)
    tournament.status = Tournament.Status.CANCELLED
    tournament.save(update_fields=["status"])
    noted(tournament, "event-cancelled", gettext_noop("%(event)s was cancelled."), by, event=tournament.name)
    withdraw_games(tournament)
    note_change(tournament, tournament.results_seen)
    return tournament


def _look_again(tournament: Tournament, seen: int) -> None:
    """Run a finished tournament again if it has something to play."""
    if not runs_again(tournament, history_of(tournament.pk)):
        note_change(tournament, seen)
        return
    tournament.status = Tournament.Status.RUNNING
    tournament.finished_at, tournament.end_reason = None, {}
    tournament.save(update_fields=["status", "finished_at", "end_reason"])
    update_bracket(tournament)
    go_on(tournament)
