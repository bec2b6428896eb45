"""The queue of matches: lease settings, batches of similar duration, turns between owners, and task messages.

The rows are the queue; a message only says which of them to look at. Cost is counted in playouts, which take nearly
all of a match's time. Turns are start-time fair queueing (Goyal, Vin and Cheng 1996): an owner's matches are numbered
by their cost, from where the owner's last waiting match ends, but at least from the lowest waiting number. The lowest
number is played first.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from games.matches.models import Match
from league.common import jobs
from league.common.jobs import LeaseOptions
from league.common.redis_client import LATER, RedisError, broker, lists_of

log = structlog.get_logger(__name__)

RUN = "games.matches.run_matches"
SWEEP = "games.matches.sweep"
RUN_APART = "games.matches.run_program"
RUN_REMOTE = "games.bots.run_remote"
RUN_MIXED = "games.bots.run_mixed"
QUEUE = "matches"
QUEUE_APART = "programs"  # of matches with uploaded bots, for workers of their own
QUEUE_REMOTE = "remote"  # of matches that wait for programs elsewhere, for a worker of many threads
QUEUE_MIXED = "mixed"  # of matches of uploaded with remote bots: only these wait in a worker with a sandbox

MATCH_COST = 40  # of a match without search, in playouts, with its record
DECISIONS = 45  # of one seat in an average match, measured
BATCH_COST = 16_000  # so many playouts take a second or two
BATCH_COUNT = 400
PROGRAM_COST = BATCH_COST  # of a seat with an uploaded bot


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseSettings(LeaseOptions):
    """Settings of leases. Durations are by the database's clock, except the one that says so."""

    lease: timedelta = timedelta(seconds=30)  # of a worker's matches
    attempts: int = 5  # after which a match fails
    finish_count: int = 50  # a sub-batch is stored after so many matches
    finish_seconds: float = 0.5  # or so long, by the worker's clock
    waiting_messages: int = 1_000  # at which the sweep adds no more

    @property
    def heartbeat(self) -> float:
        """Seconds between two extensions of a lease."""
        return self.lease.total_seconds() / 3


def default_settings() -> LeaseSettings:
    """Return the values of the settings."""
    return LeaseSettings(
        lease=timedelta(seconds=settings.MATCH_LEASE_SECONDS),
        attempts=settings.MATCH_ATTEMPTS,
        stale_after=timedelta(seconds=settings.MATCH_STALE_SECONDS),
    )


def cost_of(playouts: Iterable[int], programs: int = 0) -> int:
    """Return the cost of a match with these playouts by seat, and so many uploaded bots among them."""
    return MATCH_COST + DECISIONS * sum(playouts) + PROGRAM_COST * programs


def batches(waiting: Iterable[Match]) -> Iterator[list[int]]:
    """Yield ids in batches, cheap matches first. Retries go alone: such a match may have killed its worker."""
    batch: list[int] = []
    spent = 0
    for match in sorted(waiting, key=lambda match: (match.cost, match.pk)):
        if match.attempt:
            yield [match.pk]
            continue
        if batch and (spent + match.cost > BATCH_COST or len(batch) == BATCH_COUNT):
            yield batch
            batch, spent = [], 0
        batch.append(match.pk)
        spent += match.cost
    if batch:
        yield batch


TURNS_BY_OWNER = """
SELECT needs_sandbox, is_remote, ordered_by, max(turn + cost), min(turn)
FROM matches_match WHERE status = 'queued' GROUP BY needs_sandbox, is_remote, ordered_by
"""

# A match that was tried before and is free again is claimed alone, by its own message.
COST_OF_BATCH = """
SELECT sum(cost), bool_or(
    attempt > 0 AND (status = 'queued' OR (status = 'running' AND lease_until < clock_timestamp()))
) FROM matches_match WHERE id = ANY(%s)
"""

NEXT_IN_TURN = """
SELECT id FROM (
    SELECT id, sum(cost) OVER (ORDER BY turn, id) - cost AS before
    FROM (
        SELECT id, turn, cost FROM matches_match
        WHERE status = 'queued' AND attempt = 0 AND is_remote = false AND needs_sandbox = %(apart)s
          AND rules_version = ANY(%(rules)s)
        ORDER BY turn, id LIMIT %(most)s
    ) AS lowest
) AS counted
WHERE before < %(cost)s
"""

QueueKind = tuple[bool, bool]
"""Whether matches need a sandbox, and whether they wait for remote bots: each kind has a queue of its own."""


def assign_turns(matches: Iterable[Match]) -> None:
    """Set the turns of new matches. Those of one owner come in this order."""
    lowest: dict[QueueKind, int] = {}
    ends: dict[tuple[QueueKind, int | None], int] = {}
    with connection.cursor() as cursor:
        cursor.execute(TURNS_BY_OWNER)
        for needs_sandbox, is_remote, owner, end, first in cursor.fetchall():
            kind = (needs_sandbox, is_remote)
            ends[kind, owner] = end
            lowest[kind] = min(first, lowest.get(kind, first))
    for match in matches:
        kind = (match.needs_sandbox, match.is_remote)
        match.turn = max(ends.get((kind, match.ordered_by), 0), lowest.get(kind, 0))
        ends[kind, match.ordered_by] = match.turn + match.cost


def next_in_turn(*, ids: Sequence[int], rules: Sequence[str], needs_sandbox: bool) -> list[int]:
    """Return the matches whose turn it is, which cost as much as those of `ids`; none where these go alone."""
    with connection.cursor() as cursor:
        cursor.execute(COST_OF_BATCH, [list(ids)])
        cost, is_retry = cursor.fetchone()
        if cost is None or is_retry:
            return []
        parameters: dict[str, Any] = {"apart": needs_sandbox, "rules": list(rules), "most": BATCH_COUNT, "cost": cost}
        cursor.execute(NEXT_IN_TURN, parameters)
        return [key for (key,) in cursor.fetchall()]


Send = Callable[[list[int], str, int], bool]


def send(ids: list[int], task: str = RUN, priority: int = 0) -> bool:
    """Enqueue one task; return False when the broker is away."""
    try:
        current_app.send_task(task, args=[ids], priority=priority)
    except OperationalError as error:
        log.warning("Redis is unreachable; the sweep will enqueue these matches", count=len(ids), cause=str(error))
        return False
    return True


def publish(waiting: Iterable[Match], *, send: Send = send) -> None:
    """Enqueue the matches and note when. Matches that the broker does not take wait for the next sweep."""
    matches = list(waiting)
    of_builtin = (match for match in matches if not (match.needs_sandbox or match.is_remote))
    tasks = [(ids, RUN, 0) for ids in batches(of_builtin)]
    for match in matches:
        if match.is_remote:
            tasks.append(([match.pk], RUN_MIXED if match.needs_sandbox else RUN_REMOTE, 0))
        elif match.needs_sandbox:
            tasks.append(([match.pk], RUN_APART, LATER))  # behind checks of bots
    jobs.note_enqueued(Match, [match.pk for match in matches])
    missed: list[int] = []
    for ids, task, priority in tasks:
        if missed or not send(ids, task, priority):
            missed.extend(ids)
    if missed:
        jobs.note_enqueued(Match, missed, is_sent=False)


def queue_has_space(queue: str, most: int) -> bool:
    """Return whether fewer messages wait in the queue; where no worker is, further ones would only pile up."""
    try:
        return waiting_messages(queue) < most
    except RedisError as error:
        log.warning("Redis is unreachable; the next sweep tries again", cause=str(error))
        return False


def waiting_messages(queue: str = QUEUE) -> int:
    """Return the number of messages in a queue. Raise RedisError when it is away."""
    return sum(int(broker().llen(key)) for key in lists_of(queue))
