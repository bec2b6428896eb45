"""Workers leave a sign of life in Redis every few seconds, so that `/health` can say who is at work."""

import time
from typing import Any

import structlog
from celery.signals import heartbeat_sent, worker_shutdown

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

KEY = "moothill:workers"  # a sorted set: a worker's name by the time it was last seen
LATELY = 15.0  # seconds


@heartbeat_sent.connect
def note_heartbeat(sender: Any, **_: Any) -> None:
    """Note that this worker lives, and forget those unseen for an hour."""
    now = time.time()
    try:
        with broker().pipeline(transaction=False) as line:
            line.zadd(KEY, {sender.eventer.hostname: now})
            line.zremrangebyscore(KEY, 0, now - 3600)
            line.execute()
    except RedisError as error:
        log.warning("this worker's heartbeat was not heard", cause=str(error))


@worker_shutdown.connect
def note_end(sender: Any, **_: Any) -> None:
    """Take a worker that leaves in order off the list."""
    try:
        broker().zrem(KEY, sender.hostname)
    except RedisError as error:
        log.warning("this worker's end was not heard", cause=str(error))


def workers_at_work() -> list[str]:
    """The names of the workers seen lately. Raises `RedisError`."""
    names: Any = broker().zrangebyscore(KEY, time.time() - LATELY, "+inf")  # redis types its answers for both clients
    return sorted(names)
