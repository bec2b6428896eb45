"""Celery tasks of contests."""

from celery import shared_task

from games.contests.absence import write_to_absent
from games.contests.final import close_contests, queue_deals, reveal_deals


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, reveal what is due, queue the next deals, and write to owners of absent bots."""
    close_contests()
    reveal_deals()
    queue_deals()
    write_to_absent()
