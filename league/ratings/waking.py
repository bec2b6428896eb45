"""Wakes a worker to fold a pool, once for many announcements: while a message waits no second one is sent."""

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

FOLD = "league.ratings.fold"
SWEEP = "league.ratings.sweep"
LONGEST_WAIT = 20  # seconds after which a message counts as lost


def wake(pool_id: int) -> None:
    """Send for a fold of the pool. Without a broker nothing is sent; the sweep finds the pool later."""
    try:
        if broker().set(_key(pool_id), 1, nx=True, ex=LONGEST_WAIT):
            current_app.send_task(FOLD, [pool_id])
    except (RedisError, OperationalError) as error:
        log.warning("nobody was woken to fold a pool", pool=pool_id, cause=str(error))


def forget_waiting(pool_id: int) -> None:
    """Let the next announcement send a message again: called before the ledger is read, so that none is missed."""
    try:
        broker().delete(_key(pool_id))
    except RedisError as error:
        log.warning("a fold goes on without a broker", pool=pool_id, cause=str(error))


def _key(pool_id: int) -> str:
    return f"moothill:fold:{pool_id}"
