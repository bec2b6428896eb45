"""Wakes the workers for bots. The rows are the queue; a message only says which version or bout to look at."""

from collections.abc import Iterable
from typing import LiteralString

import structlog
from celery import current_app
from django.db import connection
from kombu.exceptions import OperationalError

from games.matches.queue import waiting_messages
from league.shared.broker import RedisError

log = structlog.get_logger(__name__)

CHECK = "games.bots.check_version"
SWEEP = "games.bots.sweep"
SPAR = "games.bots.play_bout"
QUEUE = "bots"
MOST_WAITING = 1_000  # messages; with so many the sweep adds none

MARK = """
WITH published AS MATERIALIZED (
    SELECT id FROM bots_version WHERE id = ANY(%s) AND verdict = 'waiting' ORDER BY id FOR NO KEY UPDATE
)
UPDATE bots_version AS version SET enqueued_at = clock_timestamp() FROM published WHERE version.id = published.id
"""

MARK_BOUTS = """
WITH published AS MATERIALIZED (
    SELECT id FROM bots_bout WHERE id = ANY(%s) AND status = 'waiting' ORDER BY id FOR NO KEY UPDATE
)
UPDATE bots_bout AS bout SET enqueued_at = clock_timestamp() FROM published WHERE bout.id = published.id
"""


def has_room() -> bool:
    """Whether these workers have few enough messages before them; where none is, further ones would only pile up."""
    try:
        return waiting_messages(QUEUE) < MOST_WAITING
    except RedisError as error:
        log.warning("the broker is away; the next sweep tries again", cause=str(error))
        return False


def publish(ids: Iterable[int]) -> None:
    """Enqueue a task for each version and note when. What the broker does not take is left to the next sweep."""
    _publish(ids, CHECK, MARK)


def publish_bouts(ids: Iterable[int]) -> None:
    """The same for test matches."""
    _publish(ids, SPAR, MARK_BOUTS)


def _publish(ids: Iterable[int], task: str, mark: LiteralString) -> None:
    published = [row for row in ids if _send(row, task)]
    if published:
        with connection.cursor() as cursor:
            cursor.execute(mark, [published])


def _send(row: int, task: str) -> bool:
    try:
        current_app.send_task(task, args=[row])
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue this", task=task, row=row, cause=str(error))
        return False
    return True
