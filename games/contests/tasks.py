"""What workers do for contests."""

from celery import shared_task

from games.contests.services.closing import close_contests
from games.contests.services.queueing import queue_deals
from games.contests.services.telling import tell_contests


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, tell what is due, and queue what is next."""
    close_contests()
    tell_contests()
    queue_deals()
