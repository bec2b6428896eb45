"""Types of jobs stored in rows for workers: higher apps register queries of waiting, claimed and failed rows.

The operations page, the metrics and the retry button know only the job types registered here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from django.db.models import BigAutoField, Count, Min, Model, Q, QuerySet, Window
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.common.errors import NotFound
from league.common.jobs import LeasedJob
from league.common.validators import whole_number

LONGEST_LOG = 6_000  # characters of a log that a page shows, from its end
ALL = Q()


@dataclass(frozen=True, slots=True)
class MetricValue:
    """A value of a metric. Labels have few values: never an id, an address or a person's name.

    All values of one name have the same labels, the same help text and type.
    """

    name: str
    help_text: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)
    is_counter: bool = False


@dataclass(frozen=True, slots=True)
class WorkerNote:
    """A note on a worker, with the reasons where something is wrong."""

    text: str
    is_well: bool = True
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitingRows:
    """Rows that no worker has claimed, by queue; `since` is when the oldest began to wait."""

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
    label: str
    href: str
    worker: str
    begun_at: datetime | None
    until: datetime
    attempt: int


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A failed row: `name` is its id for a retry, `log` its attempts."""

    name: str
    label: str
    href: str
    worker: str
    at: datetime | None
    attempts: int
    log: str


R = TypeVar("R")
M = TypeVar("M", bound=Model)
J = TypeVar("J", bound=LeasedJob)


class CountedRows(NamedTuple, Generic[R]):
    """Some rows, and the number of all."""

    total: int
    rows: Sequence[R]


def some_of(rows: QuerySet[M], most: int, convert: Callable[[M], R]) -> CountedRows[R]:
    """Return the first of these rows, converted by `convert`, and the number of all, in one query."""
    listed = list(rows.annotate(in_all=Window(Count("*")))[:most])
    return CountedRows(getattr(listed[0], "in_all", 0) if listed else 0, [convert(row) for row in listed])


def log_tail(log: str) -> str:
    """Return the end of a log, where the last attempt is."""
    return log if len(log) <= LONGEST_LOG else f"… {log[-LONGEST_LOG:]}"


class JobType:
    """A type of job. Each method makes one query; the defaults return no rows and no figures."""

    slug: str
    title: str | Promise

    def waiting(self) -> Sequence[WaitingRows]:
        """Return the rows that no worker has claimed."""
        return ()

    def leases(self, most: int) -> CountedRows[Lease]:  # noqa: ARG002  (the default; types with leases use `most`)
        """Return the claimed rows, the earliest first."""
        return CountedRows(0, ())

    def failed(self, most: int) -> CountedRows[FailedJob]:  # noqa: ARG002  (the default; types that fail use `most`)
        """Return the failed rows, the latest first."""
        return CountedRows(0, ())

    def retry(self, names: Sequence[str] | None) -> int:  # noqa: ARG002  (the default; types that fail use `names`)
        """Give failed rows new attempts, those named or all for None, and return how many; leave others alone."""
        return 0

    def figures(self) -> Iterable[MetricValue]:
        """Return values for `/metrics`, beside those of the rows above."""
        return ()

    def worker_notes(self) -> Mapping[str, WorkerNote]:
        """Return notes by the worker's name. Raise `RedisError`."""
        return {}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)  # of rows that would be read
class LeasedJobType(JobType, Generic[J]):
    """A type of job whose rows are the leased jobs of one table."""

    slug: str
    title: str | Promise
    rows: QuerySet[J]
    queue: str
    since: str  # the field from which rows wait
    label: Callable[[J], str]  # a row in words
    retry_rows: Callable[[QuerySet[J]], int]  # gives these failed rows new attempts
    href: Callable[[J], str] = lambda _job: ""
    failing: Q = ALL  # rows that do not fulfil it do not count as failed
    waits_for_others: Callable[[], bool] = bool  # whether the workers have work now that comes first

    def waiting(self) -> Sequence[WaitingRows]:
        """Return the queued rows."""
        free = self.rows.filter(token=None, **{self._model.STATUS: self._model.QUEUED})
        figures = free.aggregate(count=Count("pk"), since=Min(self.since))
        return [WaitingRows(self.queue, figures["count"], figures["since"], is_for_others=self.waits_for_others())]

    def leases(self, most: int) -> CountedRows[Lease]:
        """Return the claimed rows, the earliest first."""
        leased = self.rows.filter(token__isnull=False, **{self._model.STATUS: self._model.HELD})
        return some_of(leased.order_by("started_at", "pk"), most, self._lease)

    def failed(self, most: int) -> CountedRows[FailedJob]:
        """Return the failed rows, the latest first."""
        return some_of(self._failed_rows().order_by("-started_at", "-pk"), most, self._failed_job)

    def retry(self, names: Sequence[str] | None) -> int:
        """Give failed rows new attempts, those named or all for None, and return how many."""
        failed = self._failed_rows()
        if names is None:
            return self.retry_rows(failed)
        if self._key == "public_id":
            return self.retry_rows(failed.filter(public_id__in=names))
        return self.retry_rows(failed.filter(pk__in=[whole_number(name, BigAutoField.MAX_BIGINT) for name in names]))

    @property
    def _model(self) -> type[J]:
        return self.rows.model

    @property
    def _key(self) -> str:
        return "public_id" if hasattr(self._model, "public_id") else "pk"

    def _failed_rows(self) -> QuerySet[J]:
        return self.rows.filter(self.failing, **{self._model.STATUS: self._model.GIVEN_UP})

    def _lease(self, job: J) -> Lease:
        name, until = str(getattr(job, self._key)), job.lease_until or timezone.now()
        return Lease(name, self.label(job), self.href(job), job.worker, job.started_at, until, job.attempt)

    def _failed_job(self, job: J) -> FailedJob:
        name, log = str(getattr(job, self._key)), log_tail(job.attempt_log)
        return FailedJob(name, self.label(job), self.href(job), job.worker, job.started_at, job.attempt, log)


class NoSuchPage(NotFound):
    """The user is no site admin, or there is no such type of job."""

    def __init__(self) -> None:
        super().__init__(_("There is no page at this address. Check the address."))


_types: dict[str, JobType] = {}


def register_job_type(job_type: JobType) -> None:
    """Register a type of job. Registering it again replaces it."""
    _types[job_type.slug] = job_type


def job_types() -> Sequence[JobType]:
    """Return every type, in the order of registration."""
    return list(_types.values())


def job_type_named(slug: str) -> JobType:
    """Return the type with that slug. Raise `NoSuchPage`."""
    if slug not in _types:
        raise NoSuchPage
    return _types[slug]


def notes_by_worker() -> dict[str, list[WorkerNote]]:
    """Return all notes by the worker's name. Raise `RedisError`."""
    notes: dict[str, list[WorkerNote]] = {}
    for job_type in _types.values():
        for name, note in job_type.worker_notes().items():
            notes.setdefault(name, []).append(note)
    return notes
