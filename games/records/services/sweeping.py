"""The sweep: find in the rows whatever a message, a worker or the broker lost, and enqueue it again."""

from collections.abc import Iterable
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models.functions import Now

from games.records.models import BroughtRecord
from games.records.queue import publish, send
from games.records.terms import Terms
from games.records.topics import tell
from league.shared import jobs

log = structlog.get_logger(__name__)

PARCELS_STAY = timedelta(days=7)  # drafts of a file that nobody sent on
MOST_AT_ONCE = 500


def sweep_records(*, terms: Terms) -> int:
    """Enqueue again what nobody checks, give up what used up its attempts, and return how many were enqueued."""
    given_up, waiting = jobs.sweep(BroughtRecord.objects.only("pk"), terms, most=MOST_AT_ONCE)
    for record in given_up:
        log.error("a record was given up", record=record.public_id, attempts=terms.attempts)
        tell(record.public_id)
    send([record.pk for record in waiting])
    _clear_parcels()
    return len(waiting)


@transaction.atomic
def queue_records_again(*, records: Iterable[BroughtRecord]) -> int:
    """Give those that were given up new attempts, and return how many. For an operator who has seen to the cause."""
    dead = BroughtRecord.objects.filter(pk__in=[one.pk for one in records], status=BroughtRecord.Status.DEAD)
    again = jobs.try_again(dead.only("public_id"))
    for record in again:
        tell(record.public_id)
    transaction.on_commit(lambda: publish([record.pk for record in again]))
    return len(again)


def _clear_parcels() -> None:
    left = BroughtRecord.objects.filter(status=BroughtRecord.Status.DRAFT, parcel__isnull=False)
    left.filter(touched_at__lt=Now() - PARCELS_STAY).delete()
