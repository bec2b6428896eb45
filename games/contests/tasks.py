"""Celery tasks of contests."""

from celery import shared_task

from games.contests.final import close_contests, queue_deals, reveal_deals


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, reveal what is due, and queue the next deals."""
    close_contests()
    reveal_deals()
    queue_deals()
