"""Wakes a worker to fold or fit a pool, once for many announcements: while a message waits no second one is sent.

A fit reckons everybody anew, so it rests between runs: under steady play nobody is woken for the next one until the
rest is over, and the sweep finds the pool then.
"""

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

FOLD = "league.ratings.fold"
FIT = "league.ratings.fit"
SWEEP = "league.ratings.sweep"
LONGEST_WAIT = 20  # seconds after which a message counts as lost
REST = 10  # seconds between the fits of a pool


def wake(pool_id: int, task: str = FOLD) -> None:
    """Send for a fold of the pool, or for its fit.

    Without a broker, or while it rests, nothing is sent; the sweep finds the pool later.
    """
    try:
        if not _rests(pool_id, task) and broker().set(_key(pool_id, task), 1, nx=True, ex=LONGEST_WAIT):
            current_app.send_task(task, [pool_id])
    except (RedisError, OperationalError) as error:
        log.warning("nobody was woken to fold a pool", pool=pool_id, task=task, cause=str(error))


def forget_waiting(pool_id: int, task: str = FOLD) -> None:
    """Let the next announcement send a message again: called before the ledger is read, so that none is missed."""
    try:
        broker().delete(_key(pool_id, task))
    except RedisError as error:
        log.warning("a fold goes on without a broker", pool=pool_id, cause=str(error))


def let_rest(pool_id: int, task: str = FIT) -> None:
    """Have nobody woken for it for a while: called when the work begins."""
    try:
        broker().set(_key(pool_id, f"{task}.rest"), 1, ex=REST)
    except RedisError as error:
        log.warning("a fit goes on without a broker", pool=pool_id, cause=str(error))


def _rests(pool_id: int, task: str) -> bool:
    return bool(broker().exists(_key(pool_id, f"{task}.rest")))


def _key(pool_id: int, task: str) -> str:
    return f"moothill:{task}:{pool_id}"
