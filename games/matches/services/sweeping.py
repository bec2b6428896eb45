"""The sweep: whatever a message, a worker or the broker lost is found in the rows and enqueued again."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models import QuerySet

from games.matches.batches import Waiting
from games.matches.models import Match
from games.matches.queue import QUEUE, QUEUE_APART, QUEUE_REMOTE, publish, waiting_messages
from games.matches.services.claims import rules_played_here
from games.matches.terms import Terms
from league.shared.broker import RedisError
from league.shared.live import announce

log = structlog.get_logger(__name__)

LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('games.matches.sweep'))"

BURY = """
WITH lost AS MATERIALIZED (
    SELECT id FROM matches_match
    WHERE status = 'running' AND lease_until < clock_timestamp() AND attempt >= %(attempts)s
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE matches_match AS match
SET status = 'dead', token = NULL, lease_until = NULL,
    log = log || format(E'Attempt %%s ended without a word: its worker was lost. It was the last.%%s\n', match.attempt,
        CASE match.worker WHEN '' THEN '' ELSE format(' (%%s)', match.worker) END)
FROM lost WHERE match.id = lost.id
RETURNING match.public_id
"""

# Never enqueued counts as stale. A match past its lease is enqueued once for every lease, then as a queued one.
GATHER = """
WITH stale AS MATERIALIZED (
    SELECT id FROM matches_match
    WHERE rules_version = ANY(%(rules)s)
      AND CASE WHEN is_remote THEN 'remote' WHEN needs_sandbox THEN 'programs' ELSE 'matches' END = ANY(%(queues)s)
      AND (
        (status = 'queued' AND (enqueued_at IS NULL OR enqueued_at < clock_timestamp() - %(stale)s))
        OR (status = 'running' AND lease_until < clock_timestamp() AND attempt < %(attempts)s
            AND (enqueued_at IS NULL OR enqueued_at < GREATEST(lease_until, clock_timestamp() - %(stale)s)))
    )
    ORDER BY enqueued_at NULLS FIRST, id LIMIT %(limit)s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE matches_match AS match SET enqueued_at = clock_timestamp()
FROM stale WHERE match.id = stale.id
RETURNING match.id, match.attempt, match.cost, match.needs_sandbox, match.is_remote
"""

MOST_AT_ONCE = 5_000
QUEUES = (QUEUE, QUEUE_APART, QUEUE_REMOTE)


def sweep_matches(*, terms: Terms) -> int:
    """Enqueue again what nobody plays, give up what used up its attempts, and return how many were enqueued.

    One sweep runs at a time; another one returns 0 at once. While the broker is away, or full of messages, nothing
    is enqueued.
    """
    queues = [queue for queue in QUEUES if _broker_has_room(queue, terms)]
    with transaction.atomic():
        if not _locked():
            return 0
        _bury(terms)
        waiting = _gather(queues, terms) if queues else []
    publish(waiting)
    return len(waiting)


@transaction.atomic
def queue_again(*, matches: Iterable[Match]) -> int:
    """Give those that were given up new attempts, and return how many. For an operator who has seen to the cause."""
    return _queue(Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.DEAD))


@transaction.atomic
def queue_cancelled(*, subjects: Iterable[UUID]) -> int:
    """Queue the cancelled matches with these subjects again, and return how many."""
    return _queue(Match.objects.filter(subject__in=list(subjects), status=Match.Status.CANCELLED))


def _queue(matches: QuerySet[Match]) -> int:
    facts = ("pk", "cost", "needs_sandbox", "is_remote", "public_id")
    rows = matches.order_by("pk").select_for_update(no_key=True).values_list(*facts)
    given_up = {Waiting(key, 1, cost, apart, remote): name for key, cost, apart, remote, name in rows}  # each alone
    Match.objects.filter(pk__in=[match.id for match in given_up]).update(
        status=Match.Status.QUEUED, attempt=0, enqueued_at=None
    )
    announce("hall", *(f"match:{public_id}" for public_id in given_up.values()))
    transaction.on_commit(lambda: publish(given_up))
    return len(given_up)


def _broker_has_room(queue: str, terms: Terms) -> bool:
    try:
        return waiting_messages(queue) < terms.waiting_messages
    except RedisError as error:
        log.warning("the broker is away; the next sweep tries again", cause=str(error))
        return False


def _locked() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
        return bool(cursor.fetchone()[0])


def _bury(terms: Terms) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BURY, {"attempts": terms.attempts})
        dead = [public_id for (public_id,) in cursor.fetchall()]
    if dead:
        log.error("matches were given up", matches=dead, attempts=terms.attempts)
        announce("hall", *(f"match:{public_id}" for public_id in dead))


def _gather(queues: list[str], terms: Terms) -> list[Waiting]:
    wanted: dict[str, Any] = {
        "rules": rules_played_here(),
        "queues": queues,
        "stale": terms.stale_after,
        "attempts": terms.attempts,
        "limit": MOST_AT_ONCE,
    }
    with connection.cursor() as cursor:
        cursor.execute(GATHER, wanted)
        return [Waiting(*row) for row in cursor.fetchall()]
