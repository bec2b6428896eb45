"""The queue of reviews: tasks, terms of their leases, and what a worker lets pass first."""

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
_OF_OTHER_WORKERS: Final = {"bots", "programs", "remote", "mixed"}  # queues


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings(LeaseOptions):
    """Lease settings by the database's clock. A part ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=120)
    attempts: int = 3
    seconds: float = 2.0  # of a part, by the worker's clock: after so many the next event is left to another message


TERMS: Final = ReviewSettings()


def announce_review(review: Review) -> None:
    """Announce a change of the review to the page of its match or record."""
    announce(f"match:{review.match.public_id}" if review.match else f"record:{review.record.public_id}")  # type: ignore[union-attr]  # one of both is set


REVIEWS: Final = JobQueue(model=Review, task=REVIEW, announce=announce_review, priority=LATER)


def is_other_work_waiting() -> bool:
    """Return whether a message of another kind of work waits that this site's workers could take now.

    False while the broker is away.
    """
    others = [name for name in settings.QUEUES if name not in {QUEUE, *_OF_OTHER_WORKERS}]
    try:
        return any(broker().llen(name) for name in others)
    except RedisError:
        return False
