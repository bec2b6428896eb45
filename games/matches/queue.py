"""Wakes the workers. The rows are the queue; a message only says which of them to look at."""

from collections.abc import Callable, Iterable

import structlog
from celery import current_app
from kombu.exceptions import OperationalError

from games.matches.batches import Waiting, batches
from games.matches.models import Match
from league.shared import jobs
from league.shared.broker import LATER, broker, lists_of

log = structlog.get_logger(__name__)

RUN = "games.matches.run_matches"
SWEEP = "games.matches.sweep"
RUN_APART = "games.matches.run_program"
RUN_REMOTE = "games.bots.run_remote"
QUEUE = "matches"
QUEUE_APART = "programs"  # of matches with programs of strangers, for workers of their own
QUEUE_REMOTE = "remote"  # of matches that wait for programs elsewhere, for a worker of many threads

Send = Callable[[list[int]], bool]


def send(ids: list[int], task: str = RUN, priority: int = 0) -> bool:
    """Enqueue one task; False when the broker is away."""
    try:
        current_app.send_task(task, args=[ids], priority=priority)
    except OperationalError as error:
        log.warning("the broker is away; the sweep will enqueue these matches", count=len(ids), cause=str(error))
        return False
    return True


def send_apart(ids: list[int]) -> bool:
    """Enqueue a match with programs of strangers, as `send` does; checks of bots come before it."""
    return send(ids, RUN_APART, LATER)


def send_remote(ids: list[int]) -> bool:
    """Enqueue a match with programs that play from afar, as `send` does."""
    return send(ids, RUN_REMOTE)


def publish(
    waiting: Iterable[Waiting],
    *,
    send: Send = send,
    send_apart: Send = send_apart,
    send_remote: Send = send_remote,
) -> None:
    """Enqueue the matches and note when. What the broker does not take stays unmarked, for the next sweep."""
    listed = list(waiting)
    tasks = [(ids, send) for ids in batches(match for match in listed if not (match.needs_sandbox or match.is_remote))]
    tasks += [([match.id], send_apart) for match in listed if match.needs_sandbox]
    tasks += [([match.id], send_remote) for match in listed if match.is_remote]
    jobs.note_enqueued(Match, [match.id for match in listed])
    missed: list[int] = []
    for ids, sent_by in tasks:
        if missed or not sent_by(ids):
            missed.extend(ids)
    if missed:
        jobs.note_enqueued(Match, missed, is_sent=False)


def waiting_messages(queue: str = QUEUE) -> int:
    """How many messages the broker holds for workers of matches. Raises RedisError when it is away."""
    return sum(int(broker().llen(kept)) for kept in lists_of(queue))
