"""A tournament runs: rounds are drawn when their time has come and closed when they are decided."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.competition.format import Finished
from league.competition.format import Round as DrawnRound
from league.competition.formats import format_named
from league.members.models import Account, Change
from league.shared.live import announce
from league.tournaments.errors import TooManyOnServer, WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.next_round import next_by_itself, next_of
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import History, history_of, results_count
from league.tournaments.queries.stale_matches import runs_again
from league.tournaments.services.entry_list import LEFT_OUT, settle_absent
from league.tournaments.services.publishing import draw_round, publish_round, withdraw_games
from league.tournaments.services.revisions import noted
from league.tournaments.services.round_requests import ask
from league.tournaments.services.tables import mend_bracket
from league.tournaments.signals import event_finished

MOST_ON_SERVER = 10  # tournaments of bot matches that run at once, of one account


@transaction.atomic
def start(*, tournament: Tournament, by: Account | None, absent: str = LEFT_OUT) -> Tournament:
    """Close the entries, lock the tie-breaks and publish what can be played, or have the first round drawn as a draft.

    After a check-in `absent` says what becomes of those who are not there: left out, or a first round `WITH_A_BYE`.
    Raises `NotTheOrganiser`, `WrongMoment` if it has started before, `TooManyOnServer`, and `CannotBePlayed` for a
    field that the format cannot seat. Whatever is refused leaves the draft as it was.
    """
    event = locked_for_organiser(tournament, by)
    if not event.takes_entries:
        raise WrongMoment(_("%(tournament)s has already started.") % {"tournament": event.name})
    if by is not None and event.venue == Tournament.Venue.MACHINE:
        check_running_on_server(by)
    settle_absent(event, absent, by)
    noted(event, "event-started", gettext_noop("%(event)s was started."), by, event=event.name)
    event.status = Tournament.Status.RUNNING
    event.started_at = timezone.now()
    event.save(update_fields=["status", "started_at"])
    if event.pace == Tournament.Pace.DESK:
        next_of(event, history_of(event.pk))  # so that a field that nobody can seat is refused here, not by the worker
    go_on(event)
    if event.pace == Tournament.Pace.DESK and not format_named(event.format).by_evenings:
        ask(event, by)
    return event


def check_running_on_server(account: Account) -> None:
    """Raise `TooManyOnServer` if tournaments of bot matches that the account started wait for as many workers."""
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)  # one start at a time
    on_server = Tournament.objects.filter(venue=Tournament.Venue.MACHINE, status=Tournament.Status.RUNNING)
    running = list(on_server.values_list("public_id", flat=True))
    own = Change.objects.filter(event__in=running, verb="event-started", by__account=account)
    if own.values("event").distinct().order_by().count() >= MOST_ON_SERVER:
        sentence = _(
            "You have %(most)d tournaments of bot matches running, the maximum. Start this one when one of them ends."
        )
        raise TooManyOnServer(sentence % {"most": MOST_ON_SERVER})


@transaction.atomic
def advance(tournament_id: int) -> None:
    """Take in what the ledger has about the tournament: close rounds, draw the next ones, finish.

    A correction changes standings, and what is drawn from now on; rounds that were published stand. Where a result
    was withdrawn the round is open again, and a finished tournament runs again until the game is decided anew; so does
    a bracket that by a correction has another match to play.
    Repeating it changes nothing; two at once wait for one another.
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
    else:
        note_change(event, seen)


@transaction.atomic
def cancel(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Call the tournament off. Results that were entered stay in the ledger."""
    event = locked_for_organiser(tournament, by)
    if event.status in {Tournament.Status.FINISHED, Tournament.Status.CANCELLED}:
        raise WrongMoment(_("%(tournament)s is already finished or cancelled.") % {"tournament": event.name})
    event.status = Tournament.Status.CANCELLED
    event.save(update_fields=["status"])
    noted(event, "event-cancelled", gettext_noop("%(event)s was cancelled."), by, event=event.name)
    withdraw_games(event)
    note_change(event, event.results_seen)
    return event


def go_on(event: Tournament) -> None:
    """Draw and publish for as long as there is a round to play, unless the organiser publishes. Finish what is over.

    The caller holds the lock of a running tournament.
    """
    seen = results_count(event.pk)  # before reading, so that what comes in between counts as unseen
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
    """Close the rounds that are decided, and open those in which a result was withdrawn."""
    to_play = history.open_rounds()
    decided = event.rounds.filter(status=Round.Status.PUBLISHED).exclude(number__in=to_play)
    decided.update(status=Round.Status.CLOSED, closed_at=timezone.now())
    # Nobody makes matches for them: a match that was played stays as it is, also where its result was withdrawn.
    reopened = event.rounds.filter(status=Round.Status.CLOSED, number__in=to_play)
    reopened.update(status=Round.Status.PUBLISHED, closed_at=None, announced_at=None)


def _look_again(event: Tournament, seen: int) -> None:
    """A finished tournament is being played again where something is to be played in it."""
    if not runs_again(event, history_of(event.pk)):
        note_change(event, seen)
        return
    event.status = Tournament.Status.RUNNING
    event.finished_at, event.end_reason = None, {}
    event.save(update_fields=["status", "finished_at", "end_reason"])
    mend_bracket(event)
    go_on(event)


def note_change(event: Tournament, seen: int) -> None:
    """Say that the event has taken in so many rows of the ledger; its pages come up to date."""
    event.results_seen = seen
    event.revision += 1
    event.save(update_fields=["results_seen", "revision"])
    announce(event.topic)
