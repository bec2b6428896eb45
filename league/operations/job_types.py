"""Types of jobs stored in rows for workers: higher apps register queries of waiting, claimed and failed rows.

The operations page, the metrics and the retry button know only the job types registered here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import BigAutoField, Count, Min, Model, Q, QuerySet, Window
from django.utils import timezone
from django.utils.functional import Promise

from league.common.jobs import LeasedJob
from league.common.validators import whole_number
from league.operations.errors import NoSuchPage

LONGEST_LOG = 6_000  # characters of a log that a page shows, from its end
ALL = Q()


@dataclass(frozen=True, slots=True)
class MetricValue:
    """A value of a metric. Labels have few values: never an id, an address or a person's name.

    All values of one name have the same labels, the same help text and type.
    """

    name: str
    words: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)
    is_counter: bool = False


@dataclass(frozen=True, slots=True)
class WorkerNote:
    """A note on a worker, with the reasons where something is wrong."""

    words: str
    is_well: bool = True
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """Rows that no worker has claimed, by queue; `since` is the age of the oldest."""

    queue: str
    count: int
    since: datetime | None
    is_for_others: bool = False
    """Whether they may wait long, for a program elsewhere or behind other work, without a problem here."""
    held: int | None = None
    """How many others of the queue are claimed; None where the type has one queue."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A claimed row. `worker` is empty where its name is unknown."""

    name: str
    words: str
    href: str
    worker: str
    begun_at: datetime | None
    until: datetime
    attempt: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A failed row: `name` is its id for a retry, `log` its attempts."""

    name: str
    words: str
    href: str
    worker: str
    at: datetime | None
    attempts: int
    log: str


R = TypeVar("R")
M = TypeVar("M", bound=Model)
J = TypeVar("J", bound=LeasedJob)


class Counted(NamedTuple, Generic[R]):
    """Some rows, and the number of all."""

    total: int
    rows: Sequence[R]


def some_of(rows: "QuerySet[M]", most: int, convert: Callable[[M], R]) -> Counted[R]:
    """Return the first of these rows, converted by `convert`, and the number of all, in one query."""
    listed = list(rows.annotate(in_all=Window(Count("*")))[:most])
    return Counted(getattr(listed[0], "in_all", 0) if listed else 0, [convert(row) for row in listed])


@dataclass(frozen=True, slots=True, kw_only=True)
class JobType:
    """A type of job. Each function makes one query.

    `try_again` gives those named, or all for None, new attempts and returns how many; other rows are left
    alone.
    """

    slug: str
    title: str | Promise
    waiting: Callable[[], Sequence[Waiting]] = tuple
    leases: Callable[[int], Counted[Lease]] = lambda _most: Counted(0, ())
    given_up: Callable[[int], Counted[GivenUp]] = lambda _most: Counted(0, ())
    try_again: Callable[[Sequence[str] | None], int] = lambda _names: 0
    figures: Callable[[], Iterable[MetricValue]] = tuple
    """For `/metrics`, beside those of the rows above."""
    worker_notes: Callable[[], Mapping[str, WorkerNote]] = dict
    """By the worker's name. Raises `RedisError`."""


_kinds: dict[str, JobType] = {}


def register_job_type(work: JobType) -> None:
    """Register a type of job. Registering it again replaces it."""
    _kinds[work.slug] = work


def job_types() -> Sequence[JobType]:
    """Return every type, in the order of registration."""
    return list(_kinds.values())


def job_type(slug: str) -> JobType:
    """Return the type with that slug. Raise `NoSuchPage`."""
    if slug not in _kinds:
        raise NoSuchPage
    return _kinds[slug]


def notes_by_worker() -> dict[str, list[WorkerNote]]:
    """Return all notes by the worker's name. Raise `RedisError`."""
    notes: dict[str, list[WorkerNote]] = {}
    for work in _kinds.values():
        for name, note in work.worker_notes().items():
            notes.setdefault(name, []).append(note)
    return notes


def log_tail(log: str) -> str:
    """Return the end of a log, where the last attempt is."""
    return log if len(log) <= LONGEST_LOG else f"… {log[-LONGEST_LOG:]}"


def leased_job_type(
    rows: "QuerySet[J]",
    *,
    queue: str,
    since: str,
    words: Callable[[J], str],
    again: Callable[["QuerySet[J]"], int],
    href: Callable[[J], str] = lambda _job: "",
    failing: Q = ALL,
    waits_for_others: Callable[[], bool] = bool,
    **facts: Any,
) -> JobType:
    """Return the type of a table's leased jobs: `since` names the field from which they wait, `words` one of them.

    `again` gives failed rows new attempts; those that do not fulfil `failing` do not count as failed.
    `waits_for_others` returns whether the workers have work now that comes first.
    """
    model = rows.model
    key = "public_id" if hasattr(model, "public_id") else "pk"
    failed = rows.filter(failing, **{model.STATUS: model.GIVEN_UP})

    def waiting() -> Sequence[Waiting]:
        free = rows.filter(token=None, **{model.STATUS: model.QUEUED})
        figures = free.aggregate(count=Count("pk"), since=Min(since))
        return [Waiting(queue, figures["count"], figures["since"], is_for_others=waits_for_others())]

    def lease(job: J) -> Lease:
        until = job.lease_until or timezone.now()
        return Lease(str(getattr(job, key)), words(job), href(job), job.worker, job.started_at, until, job.attempt)

    def lost(job: J) -> GivenUp:
        facts = str(getattr(job, key)), words(job), href(job), job.worker
        return GivenUp(*facts, job.started_at, job.attempt, log_tail(job.attempt_log))

    def leases(most: int) -> Counted[Lease]:
        leased = rows.filter(token__isnull=False, **{model.STATUS: model.HELD})
        return some_of(leased.order_by("started_at", "pk"), most, lease)

    def given_up(most: int) -> Counted[GivenUp]:
        return some_of(failed.order_by("-started_at", "-pk"), most, lost)

    def try_again(names: Sequence[str] | None) -> int:
        if names is None:
            return again(failed.all())  # not the rows that an earlier call read
        numbers = [whole_number(name, BigAutoField.MAX_BIGINT) for name in names]
        return again(failed.filter(**{f"{key}__in": names if key == "public_id" else numbers}))

    kept = {"waiting": waiting, "leases": leases, "given_up": given_up, "try_again": try_again}
    return JobType(**(kept | facts))
