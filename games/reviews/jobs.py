"""The queue of reviews: lease settings, task messages and live updates. The rows are the queue."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings

from games.reviews.models import Review
from league.common.jobs import JobQueue, LeaseOptions
from league.common.live import announce
from league.common.redis_client import LATER, RedisError, broker

REVIEW: Final = "games.reviews.review"
SWEEP: Final = "games.reviews.sweep"
QUEUE: Final = "reviews"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings(LeaseOptions):
    """Lease settings by the database's clock. A part ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=120)
    attempts: int = 3
    seconds: float = 2.0  # of a part, by the worker's clock: after so many the next event is left to another message
    patience: timedelta = timedelta(seconds=150)  # for a database that is away, by the worker's own clock


TERMS: Final = ReviewSettings()


def topic_of(review: Review) -> str:
    """Return the topic of live updates: that of its match or record."""
    return f"match:{review.match.public_id}" if review.match else f"record:{review.record.public_id}"  # type: ignore[union-attr]  # one of both is set


def announce_review(review: Review) -> None:
    """Announce a change of the review."""
    announce(topic_of(review))


REVIEWS: Final = JobQueue(model=Review, task=REVIEW, announce=announce_review, priority=LATER)


def is_other_work_waiting() -> bool:
    """Return whether a message of another kind of work waits that this site's workers could take now.

    False while the broker is away.
    """
    others = [name for name in settings.QUEUES if name != QUEUE and name not in {"bots", "programs", "remote", "mixed"}]
    try:
        return any(broker().llen(name) for name in others)
    except RedisError:
        return False
