"""What workers do for tournaments."""

import structlog
from celery import shared_task
from kombu.exceptions import OperationalError as BrokerAway

from league.ratings.tasks import rate_pool
from league.shared.redis_client import RedisError, broker
from league.tournaments.queries.notifications import rounds_to_announce
from league.tournaments.queries.rounds import drawings_waiting
from league.tournaments.queries.tournaments import tournaments_behind
from league.tournaments.services import notifications, round_drawing
from league.tournaments.services.lifecycle import advance
from league.tournaments.services.publishing import announce_again, withdraw_again
from league.tournaments.services.round_requests import DRAW, wake_drawing

log = structlog.get_logger(__name__)

MESSAGE_LASTS = 5_000  # milliseconds; a message that takes longer is taken for lost and sent again


@shared_task(name="league.tournaments.after_results")
def after_results(pool_id: int, tournament_id: int | None = None) -> None:
    """Do what new results call for: close rounds, pair the next, create its matches, and rate. Idempotent."""
    broker().delete(_waiting(pool_id, tournament_id))  # results from here on need a message of their own
    try:
        if tournament_id is not None:
            advance(tournament_id)
    finally:
        rate_pool(pool_id)


@shared_task(name="league.tournaments.sweep")
def sweep() -> None:
    """Find from the database alone what a lost message would have done, and say it again; each on its own."""
    announce_again()
    withdraw_again()
    for drawing_id in drawings_waiting():
        wake_drawing(drawing_id)
    for tournament_id, pool_id in tournaments_behind():
        send_after_results(pool_id, tournament_id)


@shared_task(name=DRAW)
def draw(drawing_id: int) -> None:
    """Draw a round that was asked for."""
    round_drawing.draw(drawing_id=drawing_id)


@shared_task(name="league.tournaments.tell_of_round")
def tell_of_round(round_id: int) -> None:
    """Write to those who sit in a round."""
    notifications.announce_round(round_id=round_id)


@shared_task(name="league.tournaments.tell_of_rounds")
def announce_rounds() -> None:
    """Say again what a lost message would have: nobody is told anything twice."""
    for round_id in rounds_to_announce():
        notifications.announce_round(round_id=round_id)


@shared_task(name="league.tournaments.remind")
def remind() -> None:
    """Write to those whose games are due soon."""
    notifications.remind()


def send_after_results(pool_id: int, tournament_id: int | None = None) -> None:
    """Send `after_results`; only one message waits at a time. Without a broker the sweep sends it."""
    try:
        if broker().set(_waiting(pool_id, tournament_id), 1, nx=True, px=MESSAGE_LASTS):
            after_results.delay(pool_id, tournament_id)
    except (RedisError, BrokerAway) as error:
        log.warning("results are processed by the next sweep", pool=pool_id, tournament=tournament_id, cause=str(error))


def _waiting(pool_id: int, tournament_id: int | None) -> str:
    return f"moothill:after_results:{pool_id}:{tournament_id or ''}"
