"""The course of a running tournament: rounds are paired when they are due and closed when all results are in.

`by` is the account that asks, None for the site itself.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account, Change
from league.common.live import announce
from league.common.locks import advisory_lock
from league.competition.format import Finished
from league.competition.format import Round as DrawnRound
from league.competition.formats import format_named
from league.tournaments.errors import TooManyOnServer, WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.models.event import STARTED
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import History, history_of, next_by_itself, next_of, results_count
from league.tournaments.queries.stale_matches import runs_again
from league.tournaments.services.entry_list import LEFT_OUT, settle_absent
from league.tournaments.services.publishing import draw_round, mend_bracket, publish_round, withdraw_games
from league.tournaments.services.revisions import noted
from league.tournaments.services.round_requests import ask
from league.tournaments.signals import event_finished

MOST_ON_SERVER = 10  # running tournaments of bot matches of one account


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


def check_running_on_server(account: Account) -> None:
    """Raise `TooManyOnServer` if `MOST_ON_SERVER` tournaments of bot matches run that the account started.

    The log says who started a tournament. It still counts if somebody else reopened it.
    """
    advisory_lock(f"tournaments.on-server.{account.pk}")  # one start at a time; the account comes before tournaments
    running = Tournament.objects.filter(venue=Tournament.Venue.MACHINE, status=Tournament.Status.RUNNING)
    own = Change.objects.filter(event__in=running.values("public_id"), verb=STARTED, by__account=account)
    if own.values("event").distinct().order_by().count() >= MOST_ON_SERVER:
        sentence = _(
            "You have %(most)d tournaments of bot matches running, the maximum. Start this one when one of them ends."
        )
        raise TooManyOnServer(sentence % {"most": MOST_ON_SERVER})


@transaction.atomic
def advance(tournament_id: int) -> None:
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


def go_on(event: Tournament) -> None:
    """Pair and publish while there is a round to play, unless the organiser publishes. Finish if all is played.

    The caller holds the lock of a running tournament.
    """
    seen = results_count(event.pk)  # before reading, so that later results count as unseen
    history = history_of(event.pk)
    open_and_close(event, history)
    while isinstance(answer := next_by_itself(event, history), DrawnRound):
        publish_round(tournament_round=draw_round(event, answer))
        history = history.with_round(answer)
        open_and_close(event, history)
    if isinstance(answer, Finished):
        event.status = Tournament.Status.FINISHED
        event.finished_at = timezone.now()
        event.end_reason = {"template": answer.reason.template, "facts": dict(answer.reason.facts)}
        event.save(update_fields=["status", "finished_at", "end_reason"])
        event_finished.send(sender=Tournament, tournament=event)
    note_change(event, seen)


def open_and_close(event: Tournament, history: History) -> None:
    """Close rounds that have all results, and open rounds that lost one. The caller holds the lock."""
    to_play = history.open_rounds()
    decided = event.rounds.filter(status=Round.Status.PUBLISHED).exclude(number__in=to_play)
    decided.update(status=Round.Status.CLOSED, closed_at=timezone.now())
    # No new matches: a match that was played does not change if its result is withdrawn.
    reopened = event.rounds.filter(status=Round.Status.CLOSED, number__in=to_play)
    reopened.update(status=Round.Status.PUBLISHED, closed_at=None, announced_at=None)


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


def note_change(event: Tournament, seen: int) -> None:
    """Save how many results the tournament has processed, and have its pages updated. The caller holds the lock."""
    event.results_seen = seen
    event.revision += 1
    event.save(update_fields=["results_seen", "revision"])
    announce(event.topic)
