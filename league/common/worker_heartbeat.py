"""Workers leave a sign of life in Redis every few seconds, so that pages can say who is at work, and at what."""

import json
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import structlog
from celery import bootsteps
from celery.signals import beat_init, before_task_publish, celeryd_init

from league.common.redis_client import RedisError, broker

log = structlog.get_logger(__name__)

KEY = "moothill:workers"  # a sorted set: a worker's name by the time it was last seen
ABOUT = "moothill:workers:about"  # a hash: what each of them is, by its name
CLOCK = "moothill:clock"  # when the clock was last seen
EVERY = 5.0  # seconds
LATELY = 15.0  # seconds
CLOCK_LATELY = 60.0  # seconds
FORGOTTEN = 3600.0  # seconds

_name = ""


@dataclass(frozen=True, slots=True)
class Post:
    """The queues and capacity of a worker, as it reports them."""

    queues: tuple[str, ...] = ()
    processes: int = 0  # or threads
    cores: int = 0  # that its machine lets it use


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker seen within the last hour."""

    name: str
    seen_at: float  # seconds since 1970
    post: Post

    @property
    def seen(self) -> datetime:
        """The same as an instant."""
        return datetime.fromtimestamp(self.seen_at, UTC)

    @property
    def is_at_work(self) -> bool:
        """Whether it was seen lately."""
        return self.seen_at > time.time() - LATELY


class SignOfLife(bootsteps.StartStopStep):
    """A step of the worker's consumer, told from its own loop: a worker that hangs is silent.

    Celery's heartbeats say the same, but as events to everybody and twice as often.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Begin, each time the worker has found its broker."""
        _report(consumer)
        consumer.timer.call_repeatedly(EVERY, _report, (consumer,))

    def shutdown(self, consumer: Any) -> None:
        """Leave in order."""
        note_end(consumer.hostname)


@celeryd_init.connect
def _remember_the_name(sender: str, **_: Any) -> None:
    global _name  # noqa: PLW0603  (a process is one worker's, and those it forks are so too)
    _name = sender


@beat_init.connect
def _watch_the_clock(**_: Any) -> None:
    before_task_publish.connect(note_clock, dispatch_uid="moothill clock")


def this_worker() -> str:
    """The name of the worker that this process belongs to, `matches@glen`; "" in every other process."""
    return _name


def post_of(consumer: Any) -> Post:
    """What Celery's consumer is there for."""
    queues = tuple(sorted(consumer.app.amqp.queues.consume_from))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Post(queues, int(consumer.app.conf.worker_concurrency or consumer.controller.concurrency or 0), cores)


def _report(consumer: Any) -> None:
    clock = getattr(consumer.controller, "beat", None)  # of a worker that was started with `-B`
    if clock is not None and not clock.is_alive():
        log.error("the scheduler has ended; the worker ends too, to be started again with it")
        os.kill(os.getpid(), signal.SIGTERM)
    note_life(consumer.hostname, post_of(consumer))


def note_life(name: str, post: Post | None = None) -> None:
    """Note that a worker lives, and forget those unseen for an hour."""
    now = time.time()
    try:
        with broker().pipeline(transaction=False) as line:
            line.zadd(KEY, {name: now})
            line.zremrangebyscore(KEY, 0, now - FORGOTTEN)
            line.hset(ABOUT, name, json.dumps(asdict(post or Post())))
            line.expire(ABOUT, int(FORGOTTEN))
            line.execute()
    except RedisError as error:
        log.warning("nobody heard that this worker lives", cause=str(error))


def note_end(name: str) -> None:
    """Take a worker that leaves in order off the list."""
    try:
        broker().zrem(KEY, name)
        broker().hdel(ABOUT, name)
    except RedisError as error:
        log.warning("nobody heard that this worker left", cause=str(error))


def note_clock(**_: Any) -> None:
    """Note that the clock goes: it has just sent something."""
    try:
        broker().set(CLOCK, time.time(), ex=int(FORGOTTEN))
    except RedisError as error:
        log.warning("nobody heard that the clock goes", cause=str(error))


def clock_goes() -> bool:
    """Whether the clock sent anything lately. Raise `RedisError`."""
    seen: Any = broker().get(CLOCK)  # redis types its answers for both clients
    return seen is not None and float(seen) > time.time() - CLOCK_LATELY


def workers_at_work() -> list[str]:
    """The names of the workers seen lately. Raise `RedisError`."""
    names: Any = broker().zrangebyscore(KEY, time.time() - LATELY, "+inf")
    return sorted(names)


def workers_seen() -> Sequence[Worker]:
    """Every worker seen within the hour, by name. Raise `RedisError`."""
    with broker().pipeline(transaction=False) as line:
        line.zrange(KEY, 0, -1, withscores=True)
        line.hgetall(ABOUT)
        seen, about = line.execute()
    forgotten = time.time() - FORGOTTEN
    return [Worker(name, at, _post(about.get(name))) for name, at in sorted(seen) if at > forgotten]


def _post(text: str | None) -> Post:
    if text is None:
        return Post()
    facts = json.loads(text)
    return Post(tuple(facts["queues"]), facts["processes"], facts["cores"])
