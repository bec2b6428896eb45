"""A tournament runs: rounds are drawn when their time has come and closed when they are decided."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.members.models import Account
from league.rules.errors import RulesError
from league.rules.formats import format_named
from league.rules.formats.format import Answer, Finished
from league.rules.formats.format import Round as DrawnRound
from league.shared.live import announce
from league.tournaments.access import require_organiser
from league.tournaments.errors import CannotBePlayed, WrongMoment, said
from league.tournaments.models import Round, Tournament
from league.tournaments.selectors.history import History, history_of, results_count
from league.tournaments.services.locking import locked
from league.tournaments.services.publishing import byes_last, draw_round, publish_round


@transaction.atomic
def start(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Close the entries, lock the tie-breaks and publish what can be played.

    Raises `NotTheOrganiser`, `WrongMoment` if it has started before, and `CannotBePlayed` for a field that the format
    cannot seat. Whatever is refused leaves the draft as it was.
    """
    event = locked(tournament)
    require_organiser(by, event.club)
    if not event.takes_entries:
        raise WrongMoment(_("%(tournament)s has started already.") % {"tournament": event.name})
    event.status = Tournament.Status.RUNNING
    event.started_at = timezone.now()
    event.save(update_fields=["status", "started_at"])
    go_on(event)
    return event


@transaction.atomic
def advance(tournament_id: int) -> None:
    """Take in what the ledger has about the tournament: close rounds, draw the next ones, finish.

    Repeating it changes nothing; two at once wait for one another.
    """
    event = locked(Tournament(pk=tournament_id))
    seen = results_count(event.pk)
    if seen == event.results_seen:
        return
    if event.is_running:
        go_on(event)
    else:
        _note_change(event, seen)


@transaction.atomic
def cancel(*, tournament: Tournament, by: Account | None) -> Tournament:
    """Call the tournament off. Results that were entered stay in the ledger."""
    event = locked(tournament)
    require_organiser(by, event.club)
    if event.status in {Tournament.Status.FINISHED, Tournament.Status.CANCELLED}:
        raise WrongMoment(_("%(tournament)s is over already.") % {"tournament": event.name})
    event.status = Tournament.Status.CANCELLED
    event.save(update_fields=["status"])
    _note_change(event, event.results_seen)
    return event


def go_on(event: Tournament) -> None:
    """Draw and publish for as long as there is a round to play. The caller holds the lock of a running tournament."""
    seen = results_count(event.pk)  # before reading, so that what comes in between counts as unseen
    history = history_of(event.pk)
    _close_decided(event, history)
    while isinstance(answer := _next(event, history), DrawnRound):
        drawn = byes_last(answer)
        publish_round(tournament_round=draw_round(event, drawn))
        history = history.with_round(drawn)
        _close_decided(event, history)
    if isinstance(answer, Finished):
        event.status = Tournament.Status.FINISHED
        event.finished_at = timezone.now()
        event.save(update_fields=["status", "finished_at"])
    _note_change(event, seen)


def _next(event: Tournament, history: History) -> Answer | None:
    if event.pace == Tournament.Pace.ROUND and history.open_rounds():
        return None
    try:
        return format_named(event.format).pair(history.entries, history.pairings, event.format_options, event.seed)
    except RulesError as error:
        raise CannotBePlayed(said(error)) from error


def _close_decided(event: Tournament, history: History) -> None:
    decided = event.rounds.filter(status=Round.Status.PUBLISHED).exclude(number__in=history.open_rounds())
    decided.update(status=Round.Status.CLOSED, closed_at=timezone.now())


def _note_change(event: Tournament, seen: int) -> None:
    event.results_seen = seen
    event.revision += 1
    event.save(update_fields=["results_seen", "revision"])
    announce(event.topic)
