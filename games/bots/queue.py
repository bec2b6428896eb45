"""Wakes the workers for bots. The rows are the queue; a message only says which version or bout to look at."""

from functools import partial

import structlog
from celery import current_app

from games.bots.models import Bout, Version
from games.matches.queueing import waiting_messages
from league.shared import jobs
from league.shared.broker import LATER, RedisError, broker, lists_of

log = structlog.get_logger(__name__)

CHECK = "games.bots.check_version"
SWEEP = "games.bots.sweep"
SPAR = "games.bots.play_bout"
QUEUE = "bots"
MOST_WAITING = 1_000  # messages; with so many the sweep adds none


def has_room() -> bool:
    """Whether these workers have few enough messages before them; where none is, further ones would only pile up."""
    try:
        return waiting_messages(QUEUE) < MOST_WAITING
    except RedisError as error:
        log.warning("the broker is away; the next sweep tries again", cause=str(error))
        return False


publish = partial(jobs.publish, Version, CHECK)
send = partial(jobs.send, Version, CHECK)
# Checks come before test matches.
publish_bouts = partial(jobs.publish, Bout, SPAR, priority=LATER)
send_bouts = partial(jobs.send, Bout, SPAR, priority=LATER)


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
