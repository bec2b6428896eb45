"""Celery tasks of reviews. The rows are the queue: a message may come twice, or never."""

from celery import shared_task

from games.reviews.job_queue import REVIEW, SWEEP, TERMS
from games.reviews.worker import review_part, sweep_reviews


@shared_task(name=REVIEW)
def review(review_id: int) -> None:
    """Compute the next part of a review."""
    review_part(review_id, terms=TERMS)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Queue again what was lost with a message, a worker or the broker."""
    sweep_reviews(terms=TERMS)
