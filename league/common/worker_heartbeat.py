"""Workers save a heartbeat in Redis every few seconds, so that pages can list them with their queues."""

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
ABOUT = "moothill:workers:about"  # a hash: queues and capacity of each worker, by its name
CLOCK = "moothill:clock"  # when the scheduler was last seen
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


class HeartbeatStep(bootsteps.StartStopStep):
    """A step of the worker's consumer, called from its own loop: a worker that hangs sends no heartbeat.

    Celery's own heartbeats are events to all workers, twice as often.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Start, each time the worker has connected to its broker."""
        _report(consumer)
        consumer.timer.call_repeatedly(EVERY, _report, (consumer,))

    def shutdown(self, consumer: Any) -> None:
        """Remove the worker at an orderly end."""
        remove_worker(consumer.hostname)


@celeryd_init.connect
def _remember_name(sender: str, **_: Any) -> None:
    global _name  # noqa: PLW0603  (a process is one worker's, and those it forks are so too)
    _name = sender


@beat_init.connect
def _watch_scheduler(**_: Any) -> None:
    before_task_publish.connect(record_scheduler_heartbeat, dispatch_uid="moothill clock")


def this_worker() -> str:
    """The name of the worker that this process belongs to, `matches@glen`; "" in every other process."""
    return _name


def post_of(consumer: Any) -> Post:
    """The queues and capacity of Celery's consumer."""
    queues = tuple(sorted(consumer.app.amqp.queues.consume_from))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Post(queues, int(consumer.app.conf.worker_concurrency or consumer.controller.concurrency or 0), cores)


def _report(consumer: Any) -> None:
    clock = getattr(consumer.controller, "beat", None)  # of a worker that was started with `-B`
    if clock is not None and not clock.is_alive():
        log.error("the scheduler has ended; the worker ends, so that both are restarted")
        os.kill(os.getpid(), signal.SIGTERM)
    record_worker_heartbeat(consumer.hostname, post_of(consumer))


def record_worker_heartbeat(name: str, post: Post | None = None) -> None:
    """Save that a worker is alive, and remove those unseen for an hour."""
    now = time.time()
    try:
        with broker().pipeline(transaction=False) as pipeline:
            pipeline.zadd(KEY, {name: now})
            pipeline.zremrangebyscore(KEY, 0, now - FORGOTTEN)
            pipeline.hset(ABOUT, name, json.dumps(asdict(post or Post())))
            pipeline.expire(ABOUT, int(FORGOTTEN))
            pipeline.execute()
    except RedisError as error:
        log.warning("the heartbeat of this worker was not saved", cause=str(error))


def remove_worker(name: str) -> None:
    """Remove a worker that ends."""
    try:
        broker().zrem(KEY, name)
        broker().hdel(ABOUT, name)
    except RedisError as error:
        log.warning("the end of this worker was not saved", cause=str(error))


def record_scheduler_heartbeat(**_: Any) -> None:
    """Save that the scheduler has just sent a task."""
    try:
        broker().set(CLOCK, time.time(), ex=int(FORGOTTEN))
    except RedisError as error:
        log.warning("the heartbeat of the scheduler was not saved", cause=str(error))


def is_scheduler_alive() -> bool:
    """Whether the scheduler sent a task lately. Raise `RedisError`."""
    seen: Any = broker().get(CLOCK)  # redis types its answers for both clients
    return seen is not None and float(seen) > time.time() - CLOCK_LATELY


def live_workers() -> list[str]:
    """The names of the workers seen lately. Raise `RedisError`."""
    names: Any = broker().zrangebyscore(KEY, time.time() - LATELY, "+inf")
    return sorted(names)


def workers_seen() -> Sequence[Worker]:
    """Every worker seen within the hour, by name. Raise `RedisError`."""
    with broker().pipeline(transaction=False) as pipeline:
        pipeline.zrange(KEY, 0, -1, withscores=True)
        pipeline.hgetall(ABOUT)
        seen, about = pipeline.execute()
    forgotten = time.time() - FORGOTTEN
    return [Worker(name, at, _post(about.get(name))) for name, at in sorted(seen) if at > forgotten]


def _post(text: str | None) -> Post:
    if text is None:
        return Post()
    facts = json.loads(text)
    return Post(tuple(facts["queues"]), facts["processes"], facts["cores"])
