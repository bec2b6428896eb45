"""The sweep: whatever a message, a worker or the broker lost is found in the rows and enqueued again."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models.functions import Now

from games.records.models import BroughtRecord
from games.records.queue import publish
from games.records.terms import Terms
from games.records.topics import tell

log = structlog.get_logger(__name__)

PARCELS_STAY = timedelta(days=7)  # drafts of a file that nobody sent on
MOST_AT_ONCE = 500

LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('games.records.sweep'))"

BURY = """
WITH lost AS MATERIALIZED (
    SELECT id FROM records_broughtrecord
    WHERE status = 'running' AND lease_until < clock_timestamp() AND attempt >= %(attempts)s
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE records_broughtrecord AS record
SET status = 'dead', token = NULL, lease_until = NULL,
    log = log || format(E'Attempt %%s ended without a word: its worker was lost. It was the last.%%s\n', record.attempt,
        CASE record.worker WHEN '' THEN '' ELSE format(' (%%s)', record.worker) END)
FROM lost WHERE record.id = lost.id
RETURNING record.public_id
"""

GATHER = """
WITH stale AS MATERIALIZED (
    SELECT id FROM records_broughtrecord
    WHERE (status = 'queued' AND (enqueued_at IS NULL OR enqueued_at < clock_timestamp() - %(stale)s))
       OR (status = 'running' AND lease_until < clock_timestamp() AND attempt < %(attempts)s
           AND (enqueued_at IS NULL OR enqueued_at < GREATEST(lease_until, clock_timestamp() - %(stale)s)))
    ORDER BY enqueued_at NULLS FIRST, id LIMIT %(limit)s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE records_broughtrecord AS record SET enqueued_at = clock_timestamp()
FROM stale WHERE record.id = stale.id
RETURNING record.id
"""


def sweep_records(*, terms: Terms) -> int:
    """Enqueue again what nobody checks, give up what used up its attempts, and return how many were enqueued."""
    with transaction.atomic():
        if not _locked():
            return 0
        _bury(terms)
        waiting = _gather(terms)
        _clear_parcels()
    publish(waiting)
    return len(waiting)


@transaction.atomic
def queue_records_again(*, records: Iterable[BroughtRecord]) -> int:
    """Give those that were given up new attempts, and return how many. For an operator who has seen to the cause."""
    dead = BroughtRecord.objects.filter(pk__in=[one.pk for one in records], status=BroughtRecord.Status.DEAD)
    given_up = dict(dead.order_by("pk").select_for_update().values_list("pk", "public_id"))
    BroughtRecord.objects.filter(pk__in=given_up).update(
        status=BroughtRecord.Status.QUEUED, attempt=0, enqueued_at=None
    )
    for public_id in given_up.values():
        tell(public_id)
    transaction.on_commit(lambda: publish(given_up))
    return len(given_up)


def _locked() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
        return bool(cursor.fetchone()[0])


def _bury(terms: Terms) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BURY, {"attempts": terms.attempts})
        dead = [public_id for (public_id,) in cursor.fetchall()]
    for public_id in dead:
        log.error("a record was given up", record=public_id, attempts=terms.attempts)
        tell(public_id)


def _gather(terms: Terms) -> list[int]:
    with connection.cursor() as cursor:
        wanted: dict[str, Any] = {"stale": terms.stale_after, "attempts": terms.attempts, "limit": MOST_AT_ONCE}
        cursor.execute(GATHER, wanted)
        return [key for (key,) in cursor.fetchall()]


def _clear_parcels() -> None:
    left = BroughtRecord.objects.filter(status=BroughtRecord.Status.DRAFT, parcel__isnull=False)
    left.filter(touched_at__lt=Now() - PARCELS_STAY).delete()
