"""Wakes a worker to draw a round, once for many requests: while a message waits no second one is sent."""

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

DRAW = "league.tournaments.draw"
MESSAGE_LASTS = 5_000  # milliseconds; a message that takes longer is taken for lost and sent again


def wake_drawing(drawing_id: int) -> None:
    """Send for a worker. Without a broker nothing is sent; the sweep finds the drawing later."""
    try:
        if broker().set(_waiting(drawing_id), 1, nx=True, px=MESSAGE_LASTS):
            current_app.send_task(DRAW, [drawing_id])
    except (RedisError, OperationalError) as error:
        log.warning("a round is drawn with the next sweep", drawing=drawing_id, cause=str(error))


def _waiting(drawing_id: int) -> str:
    return f"moothill:drawing:{drawing_id}"
