"""Wakes the workers. The rows are the queue; a message only says which of them to look at."""

from collections.abc import Callable, Iterable

import structlog
from celery import current_app
from django.db import connection
from kombu.exceptions import OperationalError

from games.matches.batches import Waiting, batches
from league.shared.broker import broker

log = structlog.get_logger(__name__)

RUN = "games.matches.run_matches"
SWEEP = "games.matches.sweep"
QUEUE = "matches"

MARK = """
WITH published AS MATERIALIZED (
    SELECT id FROM matches_match WHERE id = ANY(%s) AND status = 'queued' ORDER BY id FOR NO KEY UPDATE
)
UPDATE matches_match AS match SET enqueued_at = clock_timestamp() FROM published WHERE match.id = published.id
"""

UNMARK = """
WITH missed AS MATERIALIZED (
    SELECT id FROM matches_match WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE
)
UPDATE matches_match AS match SET enqueued_at = NULL FROM missed WHERE match.id = missed.id
"""


def send(ids: list[int]) -> bool:
    """Enqueue one task; False when the broker is away."""
    try:
        current_app.send_task(RUN, args=[ids])
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue these matches", count=len(ids), cause=str(error))
        return False
    return True


def publish(waiting: Iterable[Waiting], *, send: Callable[[list[int]], bool] = send) -> None:
    """Enqueue the matches and note when. What the broker does not take stays unmarked, for the next sweep."""
    published: list[int] = []
    missed: list[int] = []
    for ids in batches(waiting):
        (missed if missed or not send(ids) else published).extend(ids)
    with connection.cursor() as cursor:
        if published:
            cursor.execute(MARK, [published])
        if missed:
            cursor.execute(UNMARK, [missed])


def waiting_messages() -> int:
    """How many messages the broker holds for workers of matches. Raises RedisError when it is away."""
    return int(broker().llen(QUEUE))
