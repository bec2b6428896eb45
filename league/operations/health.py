"""Health checks: what is wrong, each with what to do about it, errors first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.common.worker_heartbeat import Worker
from league.operations.disk_use import Disk
from league.operations.job_types import CountedRows, FailedJob, JobType, WorkerNote
from league.operations.latency import Latency, ServerErrors
from league.operations.queues import Queue

FEWEST_DAYS_LEFT: Final = 14  # until the disk is full, without a warning
MOST_ROUTES: Final = 5  # that one sentence names


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: one sentence says what is wrong, one what to do."""

    kind: Literal["error", "warning"]
    head: str | Promise
    text: str | Promise


REDIS_AWAY = Finding(
    "error",
    gettext_lazy("Redis does not respond."),
    gettext_lazy("Workers get no new jobs, and pages do not update themselves. Start Redis. No data is lost."),
)
REDIS_FULL = Finding(
    "error",
    gettext_lazy("Redis is out of memory."),
    gettext_lazy(
        "Workers get no new jobs and cannot report their state. Find the large queue below and stop what "
        "fills it. Then empty Redis, or give it more memory. No data is lost."
    ),
)
NO_SCHEDULER = Finding(
    "error",
    gettext_lazy("The scheduler (Celery beat) is not running."),
    gettext_lazy("Without it, no e-mail is sent and lost jobs are not restarted. Start exactly one for the site."),
)


@dataclass(frozen=True, slots=True)
class RedisFigures:
    """The figures from Redis; empty while it is unreachable."""

    is_reachable: bool = False
    is_full: bool = False
    has_scheduler: bool = False
    workers: Sequence[Worker] = ()
    messages: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, Sequence[WorkerNote]] = field(default_factory=dict)
    latencies: Sequence[Latency] = ()
    server_errors: Sequence[ServerErrors] = ()


def findings_of(
    figures: RedisFigures, queues: Sequence[Queue], failed: Sequence[tuple[JobType, CountedRows[FailedJob]]], disk: Disk
) -> list[Finding]:
    """Return everything that a site admin should attend to, errors first."""
    found = [
        *(_from_redis(figures, queues) if figures.is_reachable else [REDIS_AWAY]),
        *_failed_jobs(failed),
        *_disk(disk),
    ]
    return sorted(found, key=lambda finding: finding.kind != "error")


def _from_redis(figures: RedisFigures, queues: Sequence[Queue]) -> Iterator[Finding]:
    """Yield what only a Redis that responds can show."""
    if figures.is_full:
        yield REDIS_FULL
    yield from _unserved_queues(queues)
    if not figures.has_scheduler:
        yield NO_SCHEDULER
    yield from _failed_requests([errors for errors in figures.server_errors if not errors.is_unavailable])
    yield from _stuck_queues(queues)
    yield from _unavailable_requests([errors for errors in figures.server_errors if errors.is_unavailable])
    yield from _workers_without_sandbox(figures)


def _unserved_queues(queues: Iterable[Queue]) -> Iterator[Finding]:
    for queue in queues:
        if queue.is_unserved:
            head = _("No worker processes the queue %(queue)s.")
            text = _("Start a worker with this queue (-Q %(queue)s), or check its log to see why it stopped.")
            yield Finding("error", head % {"queue": queue.name}, text % {"queue": queue.name})


def _failed_requests(errors: Sequence[ServerErrors]) -> Iterator[Finding]:
    count = sum(route.count for route in errors)
    if count:
        head = ngettext(
            "%(count)d request failed with a server error in the last hour: %(routes)s.",
            "%(count)d requests failed with a server error in the last hour: %(routes)s.",
            count,
        )
        text = _(
            "Find “a request failed” in the web server log. The earlier lines with the same "
            "request_id show the cause. Fix it, for example a full disk, or report it with these lines."
        )
        yield Finding("error", head % {"count": count, "routes": _routes(errors)}, text)


def _unavailable_requests(errors: Sequence[ServerErrors]) -> Iterator[Finding]:
    count = sum(route.count for route in errors)
    if count:
        head = ngettext(
            "%(count)d request got an HTTP 503 response in the last hour: %(routes)s.",
            "%(count)d requests got an HTTP 503 response in the last hour: %(routes)s.",
            count,
        )
        text = _(
            "A service was down, or there were too many requests. The web server log shows which. If requests "
            "waited too long, start more web processes (MOOTHILL_WEB)."
        )
        yield Finding("warning", head % {"count": count, "routes": _routes(errors)}, text)


def _routes(errors: Sequence[ServerErrors]) -> str:
    """Return the most frequent routes, such as `clubs:club (3), matches:home (1)`."""
    counts: Counter[str] = Counter()
    for route in errors:
        counts[route.route] += route.count
    named = [f"{route} ({count})" for route, count in counts.most_common(MOST_ROUTES)]
    return ", ".join([*named, "…"] if len(counts) > MOST_ROUTES else named)


def _stuck_queues(queues: Iterable[Queue]) -> Iterator[Finding]:
    for queue in queues:
        if queue.is_stuck:
            head = _("The queue %(queue)s is stuck: its workers take no jobs.")
            text = _("Check the worker logs for the cause. You can safely restart the workers.")
            yield Finding("warning", head % {"queue": queue.name}, text)


def _failed_jobs(failed: Iterable[tuple[JobType, CountedRows[FailedJob]]]) -> Iterator[Finding]:
    for job_type, found in failed:
        if found.total:
            head = ngettext("%(kind)s: %(count)d failed.", "%(kind)s: %(count)d failed.", found.total)
            text = _("See the error below, fix the cause, then retry.")
            yield Finding("warning", head % {"kind": job_type.title, "count": found.total}, text)


def _workers_without_sandbox(figures: RedisFigures) -> Iterator[Finding]:
    for worker in figures.workers:
        for note in figures.notes.get(worker.name, ()) if worker.is_at_work else ():
            if not note.is_well:
                text = _(
                    "This worker does not run uploaded bots. The reason is below. Their matches wait for "
                    "another worker."
                )
                yield Finding("warning", _("%(worker)s: %(words)s") % {"worker": worker.name, "words": note.text}, text)


def _disk(disk: Disk) -> Iterator[Finding]:
    left = disk.days_left
    if left is not None and left < FEWEST_DAYS_LEFT:
        words = ngettext(
            "The disk will be full in about %(days)d day.", "The disk will be full in about %(days)d days.", left
        )
        head = words % {"days": left}
    elif disk.volume.is_scarce:
        head = _("Less than 10 percent of the disk is free.")
    else:
        return
    text = _("Free disk space, or move the database to a larger volume, before the database stops.")
    yield Finding("warning", head, text)
