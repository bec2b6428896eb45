"""What workers do for contests."""

from celery import shared_task

from games.contests.services import close_contests, queue_deals, tell_contests


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, tell what is due, and queue what is next."""
    close_contests()
    tell_contests()
    queue_deals()
