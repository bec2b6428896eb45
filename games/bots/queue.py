"""Wakes the workers for bots. The rows are the queue; a message only says which version or bout to look at."""

from collections.abc import Iterable
from typing import LiteralString

import structlog
from celery import current_app
from django.db import connection
from kombu.exceptions import OperationalError

from games.matches.queue import waiting_messages
from league.shared.broker import LATER, RedisError, broker, lists_of

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
    """The same for test matches, before which checks come."""
    _publish(ids, SPAR, MARK_BOUTS, LATER)


def a_check_waits() -> bool:
    """Whether the broker holds a message for a check that nobody has taken, and this worker takes checks.

    Another worker would put its matches away for what it will not do. While the broker is away nobody knows.
    """
    if QUEUE not in current_app.amqp.queues.consume_from:
        return False
    first, _later = lists_of(QUEUE)
    try:
        return any(CHECK in message for message in broker().lrange(first, 0, -1))
    except RedisError:
        return False


def _publish(ids: Iterable[int], task: str, mark: LiteralString, priority: int = 0) -> None:
    published = [row for row in ids if _send(row, task, priority)]
    if published:
        with connection.cursor() as cursor:
            cursor.execute(mark, [published])


def _send(row: int, task: str, priority: int) -> bool:
    try:
        current_app.send_task(task, args=[row], priority=priority)
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue this", task=task, row=row, cause=str(error))
        return False
    return True
