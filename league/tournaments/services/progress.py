"""Steps of a running tournament that several services share. The caller holds the lock of the tournament."""

from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account, Change
from league.common.live import announce
from league.common.locks import advisory_lock
from league.competition.format import Finished
from league.competition.format import Round as DrawnRound
from league.tournaments.errors import TooManyOnServer
from league.tournaments.models import Round, Tournament
from league.tournaments.models.event import STARTED
from league.tournaments.queries.history import History, history_of, next_by_itself, results_count
from league.tournaments.services.publishing import draw_round, publish_round
from league.tournaments.signals import event_finished

MOST_ON_SERVER = 10  # running tournaments of bot matches of one account


def check_running_on_server(account: Account) -> None:
    """Raise `TooManyOnServer` if `MOST_ON_SERVER` tournaments of bot matches run that the account started.

    The log says who started a tournament. It still counts if another account reopened it.
    """
    advisory_lock(f"tournaments.on-server.{account.pk}")  # one start at a time; the account comes before tournaments
    running = Tournament.objects.filter(venue=Tournament.Venue.MACHINE, status=Tournament.Status.RUNNING)
    own = Change.objects.filter(event__in=running.values("public_id"), verb=STARTED, by__account=account)
    if own.values("event").distinct().order_by().count() >= MOST_ON_SERVER:
        sentence = _(
            "You have %(most)d tournaments of bot matches running, the maximum. Start this one when one of them ends."
        )
        raise TooManyOnServer(sentence % {"most": MOST_ON_SERVER})


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


def note_change(event: Tournament, seen: int) -> None:
    """Save how many results the tournament has processed, and have its pages updated. The caller holds the lock."""
    event.results_seen = seen
    event.revision += 1
    event.save(update_fields=["results_seen", "revision"])
    announce(event.topic)
