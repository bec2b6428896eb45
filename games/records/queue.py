"""Wakes the workers. The rows are the queue; a message only says which record to look at."""

from collections.abc import Iterable

import structlog
from celery import current_app
from django.db import connection
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)

CHECK = "games.records.check"
SWEEP = "games.records.sweep"

MARK = """
WITH published AS MATERIALIZED (
    SELECT id FROM records_broughtrecord WHERE id = ANY(%s) AND status = 'queued' ORDER BY id FOR NO KEY UPDATE
)
UPDATE records_broughtrecord AS record SET enqueued_at = clock_timestamp()
FROM published WHERE record.id = published.id
"""


def publish(ids: Iterable[int]) -> None:
    """Enqueue a task for each record and note when. What the broker does not take is left to the next sweep."""
    published = [record for record in ids if _send(record)]
    if published:
        with connection.cursor() as cursor:
            cursor.execute(MARK, [published])


def _send(record: int) -> bool:
    try:
        current_app.send_task(CHECK, args=[record])
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue this record", record=record, cause=str(error))
        return False
    return True
