"""Workers leave a sign of life in Redis every few seconds, so that `/health` can say who is at work."""

import time
from typing import Any

import structlog
from celery import bootsteps

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

KEY = "moothill:workers"  # a sorted set: a worker's name by the time it was last seen
EVERY = 5.0  # seconds
LATELY = 15.0  # seconds
FORGOTTEN = 3600.0  # seconds


class SignOfLife(bootsteps.StartStopStep):
    """A step of the worker's consumer, told from its own loop: a worker that hangs is silent.

    Celery's heartbeats say the same, but as events to everybody and twice as often.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Begin, each time the worker has found its broker."""
        note_life(consumer.hostname)
        consumer.timer.call_repeatedly(EVERY, note_life, (consumer.hostname,))

    def shutdown(self, consumer: Any) -> None:
        """Leave in order."""
        note_end(consumer.hostname)


def note_life(name: str) -> None:
    """Note that a worker lives, and forget those unseen for an hour."""
    now = time.time()
    try:
        with broker().pipeline(transaction=False) as line:
            line.zadd(KEY, {name: now})
            line.zremrangebyscore(KEY, 0, now - FORGOTTEN)
            line.execute()
    except RedisError as error:
        log.warning("nobody heard that this worker lives", cause=str(error))


def note_end(name: str) -> None:
    """Take a worker that leaves in order off the list."""
    try:
        broker().zrem(KEY, name)
    except RedisError as error:
        log.warning("nobody heard that this worker left", cause=str(error))


def workers_at_work() -> list[str]:
    """The names of the workers seen lately. Raises `RedisError`."""
    names: Any = broker().zrangebyscore(KEY, time.time() - LATELY, "+inf")  # redis types its answers for both clients
    return sorted(names)
