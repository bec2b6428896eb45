"""Celery tasks of tournaments."""

import structlog
from celery import shared_task
from kombu.exceptions import OperationalError as BrokerError

from league.common.redis_client import RedisError, broker
from league.ratings.tasks import rate_pool
from league.tournaments.queries.rounds import waiting_drawings
from league.tournaments.queries.tournaments import tournaments_behind
from league.tournaments.services import notifications, round_drawing
from league.tournaments.services.lifecycle import advance
from league.tournaments.services.notifications import rounds_to_announce
from league.tournaments.services.publishing import repeat_announcements, repeat_withdrawals
from league.tournaments.services.round_drawing import DRAW, wake_drawing

log = structlog.get_logger(__name__)

MESSAGE_LASTS = 5_000  # milliseconds, then the message counts as lost and is sent again


@shared_task(name="league.tournaments.after_results")
def after_results(pool_id: int, tournament_id: int | None = None) -> None:
    """Process new results: close rounds, pair the next, create its matches, and rate. Idempotent."""
    broker().delete(_waiting(pool_id, tournament_id))  # later results need another message
    try:
        if tournament_id is not None:
            advance(tournament_id=tournament_id)
    finally:
        rate_pool(pool_id)


@shared_task(name="league.tournaments.sweep")
def sweep() -> None:
    """Repeat everything that a lost message should have started, found in the database."""
    repeat_announcements()
    repeat_withdrawals()
    for drawing_id in waiting_drawings():
        wake_drawing(drawing_id)
    for tournament_id, pool_id in tournaments_behind():
        send_after_results(pool_id, tournament_id)


@shared_task(name=DRAW)
def draw(drawing_id: int) -> None:
    """Pair a requested round."""
    round_drawing.draw(drawing_id=drawing_id)


@shared_task(name="league.tournaments.announce_round")
def announce_round(round_id: int) -> None:
    """Write to the players of a round."""
    notifications.announce_round(round_id=round_id)


@shared_task(name="league.tournaments.announce_rounds")
def announce_rounds() -> None:
    """Repeat announcements whose message may have been lost; no player gets a mail twice."""
    for round_id in rounds_to_announce():
        notifications.announce_round(round_id=round_id)


@shared_task(name="league.tournaments.remind")
def remind() -> None:
    """Write to players whose games are due soon."""
    notifications.remind()


def send_after_results(pool_id: int, tournament_id: int | None = None) -> None:
    """Send `after_results`; at most one message waits at a time. If the broker is down, the sweep sends it."""
    try:
        if broker().set(_waiting(pool_id, tournament_id), 1, nx=True, px=MESSAGE_LASTS):
            after_results.delay(pool_id, tournament_id)
    except (RedisError, BrokerError) as error:
        log.warning("the sweep will process these results", pool=pool_id, tournament=tournament_id, cause=str(error))


def _waiting(pool_id: int, tournament_id: int | None) -> str:
    return f"moothill:after_results:{pool_id}:{tournament_id or ''}"
