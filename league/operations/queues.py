"""Queues, by messages in Redis and by waiting rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from league.common.redis_client import broker, lists_of
from league.common.worker_heartbeat import Worker
from league.operations.job_types import JobType, Lease, WaitingRows

STUCK_AFTER = 600.0  # seconds that the oldest row may wait while nobody works at any of its kind


@dataclass(frozen=True, slots=True)
class QueueRows:
    """Waiting rows of one type and queue."""

    job_type: JobType
    waiting: WaitingRows
    is_moving: bool
    """Whether somebody works at others of the kind and the queue."""

    @property
    def seconds(self) -> float:
        """The age of the oldest."""
        since = self.waiting.since
        return max((timezone.now() - since).total_seconds(), 0.0) if since else 0.0


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue: its messages, the rows behind them, and its workers."""

    name: str
    messages: int
    rows: Sequence[QueueRows]
    workers: Sequence[str]

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits, neither message nor row."""
        return not self.messages and not self.count

    @property
    def count(self) -> int:
        """The number of waiting rows."""
        return sum(rows.waiting.count for rows in self.rows)

    @property
    def since(self) -> datetime | None:
        """The time of the oldest row."""
        return min((rows.waiting.since for rows in self.rows if rows.waiting.since), default=None)

    @property
    def is_unserved(self) -> bool:
        """Whether a message or row waits and no worker serves the queue."""
        return not self.is_empty and not self.workers

    @property
    def is_stuck(self) -> bool:
        """Whether a row has waited long, although workers run and none works on another row of that type."""
        return bool(self.workers) and any(
            rows.seconds > STUCK_AFTER and not rows.is_moving and not rows.waiting.is_for_others for rows in self.rows
        )


def messages_by_queue() -> Mapping[str, int]:
    """Return the number of messages in each queue. Raise `RedisError`."""
    with broker().pipeline(transaction=False) as pipeline:
        for name in settings.QUEUES:
            for kept in lists_of(name):
                pipeline.llen(kept)
        counts: Iterator[int] = iter(pipeline.execute())
    return {name: sum(next(counts) for _ in lists_of(name)) for name in settings.QUEUES}


def queues_of(
    messages: Mapping[str, int],
    waiting: Iterable[tuple[JobType, WaitingRows]],
    leases: Mapping[str, Sequence[Lease]],
    workers: Iterable[Worker],
) -> list[Queue]:
    """Return every queue in order; `leases` by the slug of the job type."""
    rows = [
        QueueRows(job_type, one, bool(leases.get(job_type.slug) if one.held is None else one.held))
        for job_type, one in waiting
        if one.count
    ]
    at_work = [worker for worker in workers if worker.is_at_work]
    return [
        Queue(
            name,
            messages.get(name, 0),
            [of_queue for of_queue in rows if of_queue.waiting.queue == name],
            [worker.name for worker in at_work if name in worker.info.queues],
        )
        for name in settings.QUEUES
    ]
