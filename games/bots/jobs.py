"""The queue of checks and test matches: lease settings, task messages and live updates. The rows are the queue."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from celery import current_app
from django.db.models import QuerySet
from django.db.models.functions import Now

from games.bots.models import BotTestMatch, Comparison, Version
from league.common import jobs
from league.common.jobs import JobQueue, LeaseOptions
from league.common.live import announce
from league.common.redis_client import LATER, RedisError, broker, lists_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings(LeaseOptions):
    """Lease settings by the database's clock. A check ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=120)
    attempts: int = 3  # a version whose check the machine failed so often stays undecided
    seconds: float = 50.0  # of a check: a match begins only if it ends by then when it is no longer than those before


TERMS = CheckSettings()
SOFT_LIMIT, HARD_LIMIT = 60, 75  # seconds of the worker's clock, for the whole task


def topic_of(public_id: str) -> str:
    """Return the topic of one uploaded bot for live updates; only its owner may subscribe."""
    return f"bot:{public_id}"


def announce_bot(public_id: str) -> None:
    """Announce a change of the bot."""
    announce(topic_of(public_id))


CHECK = "games.bots.check_version"
SWEEP = "games.bots.sweep"
TEST_MATCH = "games.bots.play_bot_test_match"
COMPARE = "games.bots.play_comparison"
QUEUE = "bots"
MOST_WAITING = 1_000  # messages; with so many the sweep adds none


CHECKS: Final = JobQueue(model=Version, task=CHECK, announce=lambda version: announce_bot(version.bot.public_id))
TEST_MATCHES: Final = JobQueue(
    model=BotTestMatch,
    task=TEST_MATCH,
    announce=lambda match: announce_bot(match.bot_test.version.bot.public_id),
    priority=LATER,  # checks come before test matches
)
COMPARISONS: Final = JobQueue(
    model=Comparison,
    task=COMPARE,
    announce=lambda comparison: announce_bot(comparison.version.bot.public_id),
    priority=LATER,
)


def stop_comparisons(comparisons: QuerySet[Comparison]) -> None:
    """Stop those of these comparisons that are unfinished. Their finished deals count."""
    jobs.stop(Comparison, comparisons, status=Comparison.Status.STOPPED, finished_at=Now())


def is_check_waiting() -> bool:
    """Return whether the broker holds a message for a check that nobody has taken, and this worker takes checks.

    Another worker would put its matches away for what it will not do. While the broker is away nobody knows.
    """
    if QUEUE not in current_app.amqp.queues.consume_from:
        return False
    first, _later = lists_of(QUEUE)
    try:
        return any(CHECK in message for message in broker().lrange(first, 0, -1))
    except RedisError:
        return False
