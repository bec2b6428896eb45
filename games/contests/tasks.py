"""Celery tasks of contests."""

from celery import shared_task

from games.contests.closing import close_contests
from games.contests.final import queue_deals, reveal_deals, warn_owners


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, reveal what is due, queue the next deals, and write to owners of absent bots."""
    close_contests()
    reveal_deals()
    queue_deals()
    warn_owners()
