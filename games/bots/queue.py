"""Wakes the workers for bots. The rows are the queue; a message only says which version to look at."""

from collections.abc import Iterable

import structlog
from celery import current_app
from django.db import connection
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)

CHECK = "games.bots.check_version"
SWEEP = "games.bots.sweep"

MARK = """
WITH published AS MATERIALIZED (
    SELECT id FROM bots_version WHERE id = ANY(%s) AND verdict = 'waiting' ORDER BY id FOR NO KEY UPDATE
)
UPDATE bots_version AS version SET enqueued_at = clock_timestamp() FROM published WHERE version.id = published.id
"""


def publish(ids: Iterable[int]) -> None:
    """Enqueue a task for each version and note when. What the broker does not take is left to the next sweep."""
    published = [version for version in ids if _send(version)]
    if published:
        with connection.cursor() as cursor:
            cursor.execute(MARK, [published])


def _send(version: int) -> bool:
    try:
        current_app.send_task(CHECK, args=[version])
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue this version", version=version, cause=str(error))
        return False
    return True
