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
INFO_KEY = "moothill:workers:about"  # a hash: queues and capacity of each worker, by its name
SCHEDULER_KEY = "moothill:clock"  # when the scheduler was last seen
INTERVAL = 5.0  # seconds
ALIVE_SECONDS = 15.0  # seconds
SCHEDULER_ALIVE_SECONDS = 60.0  # seconds
FORGET_SECONDS = 3600.0  # seconds

_name = ""


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """The queues and capacity of a worker, as it reports them."""

    queues: tuple[str, ...] = ()
    processes: int = 0  # or threads
    cores: int = 0  # that its machine lets it use


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker seen within the last hour."""

    name: str
    seen_at: float  # seconds since 1970
    info: WorkerInfo

    @property
    def seen(self) -> datetime:
        """The same as an instant."""
        return datetime.fromtimestamp(self.seen_at, UTC)

    @property
    def is_at_work(self) -> bool:
        """Whether it was seen lately."""
        return self.seen_at > time.time() - ALIVE_SECONDS


class HeartbeatStep(bootsteps.StartStopStep):
    """A step of the worker's consumer, called from its own loop: a worker that hangs sends no heartbeat.

    Celery's own heartbeats are events to all workers, twice as often.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Start, each time the worker has connected to its broker."""
        _report(consumer)
        consumer.timer.call_repeatedly(INTERVAL, _report, (consumer,))

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


def info_of(consumer: Any) -> WorkerInfo:
    """The queues and capacity of Celery's consumer."""
    queues = tuple(sorted(consumer.app.amqp.queues.consume_from))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return WorkerInfo(queues, int(consumer.app.conf.worker_concurrency or consumer.controller.concurrency or 0), cores)


def _report(consumer: Any) -> None:
    clock = getattr(consumer.controller, "beat", None)  # of a worker that was started with `-B`
    if clock is not None and not clock.is_alive():
        log.error("the scheduler has ended; the worker ends, so that both are restarted")
        os.kill(os.getpid(), signal.SIGTERM)
    record_worker_heartbeat(consumer.hostname, info_of(consumer))


def record_worker_heartbeat(name: str, info: WorkerInfo | None = None) -> None:
    """Save that a worker is alive, and remove those unseen for an hour."""
    now = time.time()
    try:
        with broker().pipeline(transaction=False) as pipeline:
            pipeline.zadd(KEY, {name: now})
            pipeline.zremrangebyscore(KEY, 0, now - FORGET_SECONDS)
            pipeline.hset(INFO_KEY, name, json.dumps(asdict(info or WorkerInfo())))
            pipeline.expire(INFO_KEY, int(FORGET_SECONDS))
            pipeline.execute()
    except RedisError as error:
        log.warning("the heartbeat of this worker was not saved", cause=str(error))


def remove_worker(name: str) -> None:
    """Remove a worker that ends."""
    try:
        broker().zrem(KEY, name)
        broker().hdel(INFO_KEY, name)
    except RedisError as error:
        log.warning("the end of this worker was not saved", cause=str(error))


def record_scheduler_heartbeat(**_: Any) -> None:
    """Save that the scheduler has just sent a task."""
    try:
        broker().set(SCHEDULER_KEY, time.time(), ex=int(FORGET_SECONDS))
    except RedisError as error:
        log.warning("the heartbeat of the scheduler was not saved", cause=str(error))


def is_scheduler_alive() -> bool:
    """Whether the scheduler sent a task lately. Raise `RedisError`."""
    last_seen: Any = broker().get(SCHEDULER_KEY)  # redis types its answers for both clients
    return last_seen is not None and float(last_seen) > time.time() - SCHEDULER_ALIVE_SECONDS


def live_workers() -> list[str]:
    """The names of the workers seen lately. Raise `RedisError`."""
    names: Any = broker().zrangebyscore(KEY, time.time() - ALIVE_SECONDS, "+inf")
    return sorted(names)


def workers_seen() -> Sequence[Worker]:
    """Every worker seen within the hour, by name. Raise `RedisError`."""
    with broker().pipeline(transaction=False) as pipeline:
        pipeline.zrange(KEY, 0, -1, withscores=True)
        pipeline.hgetall(INFO_KEY)
        seen, about = pipeline.execute()
    forgotten = time.time() - FORGET_SECONDS
    return [Worker(name, at, _info_from_json(about.get(name))) for name, at in sorted(seen) if at > forgotten]


def _info_from_json(text: str | None) -> WorkerInfo:
    if text is None:
        return WorkerInfo()
    facts = json.loads(text)
    return WorkerInfo(tuple(facts["queues"]), facts["processes"], facts["cores"])
