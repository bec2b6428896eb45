"""Reads of the operations page, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.common.redis_client import RedisError, is_full
from league.common.worker_heartbeat import Worker, is_scheduler_alive, workers_seen
from league.operations.disk_use import Disk, disk
from league.operations.health import Finding, RedisFigures, findings_of
from league.operations.job_types import (
    CountedRows,
    FailedJob,
    JobType,
    Lease,
    WorkerNote,
    job_type_named,
    job_types,
    notes_by_worker,
)
from league.operations.latency import recent_server_errors, slowest_routes
from league.operations.queues import Queue, messages_by_queue, queues_of

MOST_LEASES = 30
MOST_FAILED = 12  # of a kind
MOST_LISTED = 200  # failed, on the page of one kind
MOST_ROUTES = 12


@dataclass(frozen=True, slots=True)
class Overview:
    """The status of the site. Types of jobs with nothing to show are left out."""

    redis: RedisFigures
    findings: Sequence[Finding]
    queues: Sequence[Queue]
    workers: Sequence[tuple[Worker, Sequence[WorkerNote]]]
    leases: Sequence[tuple[JobType, CountedRows[Lease]]]
    failed: Sequence[tuple[JobType, CountedRows[FailedJob]]]
    disk: Disk

    @property
    def busy_queues(self) -> list[Queue]:
        """Queues where a job or message waits."""
        return [queue for queue in self.queues if not queue.is_empty]

    @property
    def most_jobs(self) -> int:
        """The jobs of the longest queue; at least one, as the scale of a bar."""
        return max([1, *(queue.count for queue in self.queues)])

    @property
    def empty_queues(self) -> list[Queue]:
        """Queues where nothing waits."""
        return [queue for queue in self.queues if queue.is_empty]


def overview() -> Overview:
    """Return the context of the page."""
    redis, types, sizes = redis_figures(), job_types(), disk()
    leases = [(job_type, job_type.leases(MOST_LEASES)) for job_type in types]
    failed = [(job_type, job_type.failed(MOST_FAILED)) for job_type in types]
    queues = _queues(redis, types, leases)
    return Overview(
        redis=redis,
        findings=findings_of(redis, queues, failed, sizes),
        queues=queues,
        workers=[(worker, redis.notes.get(worker.name, ())) for worker in redis.workers],
        leases=[(job_type, counted) for job_type, counted in leases if counted.total],
        failed=[(job_type, counted) for job_type, counted in failed if counted.total],
        disk=sizes,
    )


def failed_of(kind: str) -> tuple[JobType, CountedRows[FailedJob]]:
    """Return the failed jobs of one type, newest first, and their number. Raise `NoSuchPage`."""
    job_type = job_type_named(kind)
    return job_type, job_type.failed(MOST_LISTED)


def failures_and_stuck_queues() -> tuple[int, list[str]]:
    """Return how many jobs failed, and which queues are stuck or have no worker."""
    types = job_types()
    failed = sum(job_type.failed(1).total for job_type in types)
    try:
        redis = RedisFigures(is_reachable=True, workers=workers_seen(), messages=messages_by_queue())
    except RedisError:
        return failed, []
    leases = [(job_type, job_type.leases(1)) for job_type in types]
    return failed, [queue.name for queue in _queues(redis, types, leases) if queue.is_unserved or queue.is_stuck]


def redis_figures() -> RedisFigures:
    """Read everything from Redis."""
    try:
        return RedisFigures(
            is_reachable=True,
            is_full=is_full(),
            has_scheduler=is_scheduler_alive(),
            workers=workers_seen(),
            messages=messages_by_queue(),
            notes=notes_by_worker(),
            latencies=slowest_routes(MOST_ROUTES),
            server_errors=recent_server_errors(),
        )
    except RedisError:
        return RedisFigures()


def _queues(
    redis: RedisFigures, types: Sequence[JobType], leases: Sequence[tuple[JobType, CountedRows[Lease]]]
) -> list[Queue]:
    waiting = [(job_type, rows) for job_type in types for rows in job_type.waiting()]
    return queues_of(
        redis.messages, waiting, {job_type.slug: counted.rows for job_type, counted in leases}, redis.workers
    )
