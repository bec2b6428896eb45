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
from league.tournaments.models.event import STARTED
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import history_of, next_of, results_count
from league.tournaments.queries.stale_matches import runs_again
from league.tournaments.services.entry_list import LEFT_OUT, settle_absent
from league.tournaments.services.progress import check_running_on_server, go_on, note_change
from league.tournaments.services.publishing import mend_bracket, withdraw_games
from league.tournaments.services.revisions import noted
from league.tournaments.services.round_requests import ask


@transaction.atomic
def start(*, tournament: Tournament, by: Account | None, absent: str = LEFT_OUT) -> Tournament:
    """Close the entries, lock the tie-breaks, and publish the playable rounds or have round 1 paired as a draft.

    After a check-in, `absent` says what happens to absent players: `LEFT_OUT`, or `WITH_A_BYE` in round 1. Raise
    `NotTheOrganiser`, `WrongMoment` if it has already started, `TooManyOnServer`, or `CannotBePlayed` if the format
    cannot pair this field. After an error the draft is unchanged.
    """
    event = locked_for_organiser(tournament, by)
    if not event.takes_entries:
        raise WrongMoment(_("%(tournament)s has already started.") % {"tournament": event.name})
    if by is not None and event.is_on_the_machine:
        check_running_on_server(by)
    settle_absent(event, absent, by)
    noted(event, STARTED, gettext_noop("%(event)s was started."), by, event=event.name)
    event.status = Tournament.Status.RUNNING
    event.started_at = timezone.now()
    event.save(update_fields=["status", "started_at"])
    organiser_publishes = event.pace == Tournament.Pace.DESK
    if organiser_publishes:
        next_of(event, history_of(event.pk))  # an impossible field is refused here, not by the worker
    go_on(event)
    if organiser_publishes and not format_named(event.format).by_evenings:
        ask(event, by)
    return event


@transaction.atomic
def advance(*, tournament_id: int) -> None:
    """Process new results of the tournament: close rounds, pair the next ones, finish. Idempotent.

    - A correction changes the standings and rounds paired from now on, not published ones.
    - A withdrawn result opens its round again.
    - A finished tournament runs again if a game lacks its result, or a bracket has another match to play.

    Concurrent calls wait for one another.
    """
    event = Tournament(pk=tournament_id).locked()
    seen = results_count(event.pk)
    if seen == event.results_seen:
        return
    if event.is_running:
        if event.has_bracket:
            mend_bracket(event)
        go_on(event)
    elif event.status == Tournament.Status.FINISHED:
        _look_again(event, seen)
    else:  # a draft, or cancelled
        note_change(event, seen)


@transaction.atomic
def cancel(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Cancel the tournament; its results stay. Raise `NotTheOrganiser`, or `WrongMoment` if it is over."""
    event = locked_for_organiser(tournament, by)
    if event.is_over:
        raise WrongMoment(_("%(tournament)s is already finished or cancelled.") % {"tournament": event.name})
    event.status = Tournament.Status.CANCELLED
    event.save(update_fields=["status"])
    noted(event, "event-cancelled", gettext_noop("%(event)s was cancelled."), by, event=event.name)
    withdraw_games(event)
    note_change(event, event.results_seen)
    return event


def _look_again(event: Tournament, seen: int) -> None:
    """Run a finished tournament again if it has something to play."""
    if not runs_again(event, history_of(event.pk)):
        note_change(event, seen)
        return
    event.status = Tournament.Status.RUNNING
    event.finished_at, event.end_reason = None, {}
    event.save(update_fields=["status", "finished_at", "end_reason"])
    mend_bracket(event)
    go_on(event)
