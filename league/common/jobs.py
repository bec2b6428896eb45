"""Jobs that workers hold by a lease. The database is the queue; a Celery message only wakes a worker.

A worker claims a job for a while and proves by its token that it still holds it. If its lease ends or the job is
cancelled, it can write nothing more. All times are the database's.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar
from uuid import UUID

import structlog
from celery import current_app
from django.db import models, transaction
from django.db.models import Case, DurationField, ExpressionWrapper, F, Q, QuerySet, When
from django.db.models.functions import Least, Now
from kombu.exceptions import OperationalError

from league.common.locks import try_advisory_lock
from league.common.worker_heartbeat import this_worker

log = structlog.get_logger(__name__)

# Skips rows that another worker is claiming now. A held job whose lease has ended lost its worker.
CLAIM = """
WITH free AS MATERIALIZED (
    SELECT id FROM {table}
    WHERE id = ANY(%(ids)s) AND attempt < %(attempts)s AND (({status} = '{queued}' AND token IS NULL)
        OR ({status} = '{held}' AND lease_until < clock_timestamp()))
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE {table} AS job
SET {status} = '{held}', attempt = job.attempt + 1, token = gen_random_uuid(), worker = %(worker)s,
    started_at = statement_timestamp(), lease_until = statement_timestamp() + %(lease)s,
    held_for = job.held_for + CASE WHEN job.token IS NULL THEN interval '0' ELSE job.lease_until - job.started_at END,
    attempt_log = job.attempt_log || CASE WHEN job.token IS NULL THEN '' ELSE
        format(E'Attempt %%s ended without a word: its worker was lost.%%s\n', job.attempt,
            CASE job.worker WHEN '' THEN '' ELSE format(' (%%s)', job.worker) END) END
FROM free WHERE job.id = free.id
RETURNING job.*
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseOptions:
    """How long a lease lasts, and how often a job is tried."""

    lease: timedelta
    attempts: int  # after so many the job is given up
    stale_after: timedelta = timedelta(seconds=30)  # a queued job whose message is older gets another one


class LeasedJob(models.Model):
    """A row that is work for one worker at a time. `token` is set while a worker holds it, and may stay after that."""

    STATUS: ClassVar[str] = "status"  # the field that holds one of the next three while there is work to do
    QUEUED: ClassVar[str] = "queued"
    HELD: ClassVar[str] = "running"
    GIVEN_UP: ClassVar[str] = "dead"

    attempt = models.PositiveSmallIntegerField(default=0)
    token = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=100, blank=True, default="", db_default="")  # that holds it, or did last
    held_for = models.DurationField(default=timedelta, db_default=timedelta())  # by workers, in ended attempts
    enqueued_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)  # the last attempt
    attempt_log = models.TextField(blank=True)  # why attempts failed, for the site admin

    class Meta:
        abstract = True


Job = TypeVar("Job", bound=LeasedJob)


class JobClaim(Protocol):
    """What a worker shows of a job that it claimed."""

    @property
    def id(self) -> int: ...  # noqa: D102

    @property
    def token(self) -> UUID | None: ...  # noqa: D102


def claim(jobs: QuerySet[Job], options: LeaseOptions) -> list[Job]:
    """Claim those of these jobs that are free, and return them in the order of their ids."""
    model = jobs.model
    names = {"table": model._meta.db_table, "status": model.STATUS, "queued": model.QUEUED, "held": model.HELD}
    ids = list(jobs.values_list("pk", flat=True))
    if not ids:
        return []
    parameters: dict[str, Any] = {
        "ids": ids,
        "attempts": options.attempts,
        "lease": options.lease,
        "worker": this_worker(),
    }
    claimed = model._default_manager.raw(CLAIM.format(**names), parameters)
    return sorted(claimed, key=lambda job: job.pk)


@transaction.atomic
def extend(model: type[LeasedJob], claims: Iterable[JobClaim], lease: timedelta) -> set[UUID]:
    """Extend the leases that still hold, and return their tokens. The other jobs are lost: stop working at them."""
    held = _jobs_held(model, claims).order_by("pk").select_for_update(no_key=True)
    tokens = {pk: token for pk, token in held.values_list("pk", "token") if token}
    model._default_manager.filter(pk__in=tokens).update(lease_until=Now() + lease)
    return set(tokens.values())


def finish(model: type[LeasedJob], job: JobClaim, **result: Any) -> bool:
    """Write the result of the job and end its lease. Return False if the lease was lost."""
    return bool(_jobs_held(model, [job]).update(lease_until=None, held_for=_held_until(Now()), **result))


def stop(model: type[LeasedJob], rows: QuerySet[Any], **result: Any) -> int:
    """Write the result of these jobs, end the leases of those that workers hold, and count their time; return how many.

    The workers lose their leases.
    """
    held_for = Case(When(token=None, then=F("held_for")), default=_held_until(Least(Now(), "lease_until")))
    return rows.filter(**{model.STATUS: model.HELD}).update(token=None, lease_until=None, held_for=held_for, **result)


def release(model: type[LeasedJob], job: JobClaim) -> bool:
    """Queue the job as if this attempt had not begun. Return False if the lease was lost."""
    fields = {model.STATUS: model.QUEUED, "token": None, "lease_until": None, "enqueued_at": None}
    return bool(_jobs_held(model, [job]).update(attempt=F("attempt") - 1, **fields))


@transaction.atomic
def fail(model: type[Job], claim: JobClaim, cause: str, options: LeaseOptions) -> Job | None:
    """Log why the attempt failed, and queue the job again or give it up. Return None if the lease was lost."""
    job = _jobs_held(model, [claim]).select_for_update(of=("self",), no_key=True).first()
    if job is not None:
        _end_attempt(job, f"Attempt {job.attempt}{_worker_note(job)}: {cause}", is_last=job.attempt >= options.attempts)
        job.enqueued_at, job.held_for = Now(), _held_until(Now())
        job.save(update_fields=[model.STATUS, "token", "lease_until", "attempt_log", "enqueued_at", "held_for"])
    return job


@transaction.atomic
def sweep(jobs: QuerySet[Job], options: LeaseOptions, *, most: int) -> tuple[list[Job], list[Job]]:
    """Give up jobs that lost their worker too often, and note up to `most` of these jobs as enqueued.

    Return both. The caller sends the messages. Another sweep of the same model at the same time finds nothing.
    """
    if not try_advisory_lock(f"sweep {jobs.model._meta.db_table}"):
        return [], []
    failed_jobs = _give_up_lost(jobs.model, options)
    late = Q(enqueued_at=None) | Q(enqueued_at__lt=Now() - options.stale_after)
    queued = Q(**{jobs.model.STATUS: jobs.model.QUEUED}, token=None) & late
    # A lost job gets one message when its lease has ended, then further ones as a queued job does.
    is_due = late | Q(enqueued_at__lt=F("lease_until"))
    lost = _has_lost_worker(jobs.model) & Q(attempt__lt=options.attempts) & is_due
    rows = jobs.filter(queued | lost).order_by(F("enqueued_at").asc(nulls_first=True), "pk")
    waiting = list(rows.select_for_update(of=("self",), no_key=True, skip_locked=True)[:most])
    jobs.model._default_manager.filter(pk__in=[job.pk for job in waiting]).update(enqueued_at=Now())
    return failed_jobs, waiting


@transaction.atomic
def try_again(jobs: QuerySet[Job]) -> list[Job]:
    """Queue these jobs with new attempts, and return them. The caller has chosen jobs that nobody holds."""
    rows = list(jobs.order_by("pk").select_for_update(of=("self",), no_key=True))
    fields = {jobs.model.STATUS: jobs.model.QUEUED, "attempt": 0, "enqueued_at": None}
    jobs.model._default_manager.filter(pk__in=[job.pk for job in rows]).update(**fields)
    return rows


def publish(model: type[LeasedJob], task: str, ids: Sequence[int], *, priority: int = 0) -> None:
    """Note the jobs as enqueued and send a message for each."""
    note_enqueued(model, ids)
    send(model, task, ids, priority=priority)


def send(model: type[LeasedJob], task: str, ids: Sequence[int], *, priority: int = 0) -> None:
    """Send a message for each job noted as enqueued. Leave the rest to the next sweep if the broker is away."""
    for index, pk in enumerate(ids):
        try:
            current_app.send_task(task, args=[pk], priority=priority)
        except OperationalError as error:
            log.warning("Redis is unreachable; the sweep will enqueue these jobs", task=task, cause=str(error))
            note_enqueued(model, ids[index:], is_sent=False)
            return


@transaction.atomic
def note_enqueued(model: type[LeasedJob], ids: Sequence[int], *, is_sent: bool = True) -> None:
    """Note that messages for these jobs are being sent, or that they were not: then the next sweep sends them.

    Note it before sending. A worker that gets the message skips rows that somebody is just writing.
    """
    free = model._default_manager.filter(pk__in=ids).select_for_update(no_key=True, skip_locked=True)
    model._default_manager.filter(pk__in=free).update(enqueued_at=Now() if is_sent else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobQueue(Generic[Job]):
    """The jobs of a model that a task does one by one. Each change of a job is announced."""

    model: type[Job]
    task: str
    announce: Callable[[Job], None]
    priority: int = 0

    def claim(self, rows: QuerySet[Job], options: LeaseOptions) -> Job | None:
        """Claim the one job of `rows`; None if it is claimed or done."""
        for job in claim(rows, options):
            self.announce(job)
            return job
        return None

    @transaction.atomic
    def fail(self, held: JobClaim, cause: str, options: LeaseOptions, **fields_if_failed: Any) -> Job | None:
        """Queue the claimed job again, or give it up and write these fields. Return None if the lease was lost."""
        job = fail(self.model, held, cause, options)
        if job is not None:
            self._write_given_up([job], fields_if_failed)
            self.announce(job)
        return job

    def sweep(
        self, rows: QuerySet[Job], options: LeaseOptions, *, most: int, **fields_if_failed: Any
    ) -> tuple[list[Job], int]:
        """Send messages for up to `most` of these jobs. Return the jobs that were given up, and how many were sent."""
        with transaction.atomic():
            failed_jobs, waiting = sweep(rows, options, most=most)
            self._write_given_up(failed_jobs, fields_if_failed)
        for job in failed_jobs:
            self.announce(job)
        self.send([job.pk for job in waiting])
        return failed_jobs, len(waiting)

    @transaction.atomic
    def try_again(self, rows: QuerySet[Job], **fields: Any) -> int:
        """Queue these jobs with new attempts and write these fields. Return how many."""
        again = try_again(rows)
        self._write(again, fields)
        for job in again:
            self.announce(job)
        transaction.on_commit(partial(self.publish, [job.pk for job in again]))
        return len(again)

    def publish(self, ids: Sequence[int]) -> None:
        """Note the jobs as enqueued and send a message for each."""
        publish(self.model, self.task, ids, priority=self.priority)

    def send(self, ids: Sequence[int]) -> None:
        """Send a message for each job noted as enqueued."""
        send(self.model, self.task, ids, priority=self.priority)

    def _write_given_up(self, failed: Iterable[Job], fields: dict[str, Any]) -> None:
        self._write([job for job in failed if getattr(job, job.STATUS) == job.GIVEN_UP], fields)

    def _write(self, rows: Iterable[Job], fields: dict[str, Any]) -> None:
        if fields:
            self.model._default_manager.filter(pk__in=[job.pk for job in rows]).update(**fields)


def _jobs_held(model: type[Job], claims: Iterable[JobClaim]) -> QuerySet[Job]:
    """Return the jobs of these claims that their workers still hold."""
    claimed = {claim.id: claim.token for claim in claims}
    held = model._default_manager.filter(pk__in=claimed, token__in=claimed.values())
    return held.filter(**{model.STATUS: model.HELD})


def _has_lost_worker(model: type[LeasedJob]) -> Q:
    """Return the condition for jobs whose lease ended while a worker held them."""
    return Q(**{model.STATUS: model.HELD}, lease_until__lt=Now())


def _held_until(moment: Any) -> Any:
    """Return the expression for `held_for` if the running attempt ends at the moment."""
    return F("held_for") + ExpressionWrapper(moment - F("started_at"), output_field=DurationField())


def _worker_note(job: LeasedJob) -> str:
    """Return the worker in brackets, after a space; empty if it is unknown."""
    return f" ({job.worker})" if job.worker else ""


def _end_attempt(job: LeasedJob, line: str, *, is_last: bool) -> None:
    """Log the attempt, end its lease, and queue the job again or give it up, without saving it."""
    job.attempt_log += f"{line}\n"
    job.token = job.lease_until = None
    setattr(job, job.STATUS, job.GIVEN_UP if is_last else job.QUEUED)


def _give_up_lost(model: type[Job], options: LeaseOptions) -> list[Job]:
    """Give up the jobs that lost their worker in the last attempt, and return them."""
    rows = model._default_manager.filter(_has_lost_worker(model), attempt__gte=options.attempts).order_by("pk")
    failed_jobs = list(rows.select_for_update(of=("self",), no_key=True, skip_locked=True))
    for job in failed_jobs:
        if job.lease_until and job.started_at:
            job.held_for += job.lease_until - job.started_at
        line = f"Attempt {job.attempt} ended without a word: its worker was lost. It was the last."
        _end_attempt(job, f"{line}{_worker_note(job)}", is_last=True)
        job.save(update_fields=[model.STATUS, "token", "lease_until", "attempt_log", "held_for"])
    return failed_jobs
