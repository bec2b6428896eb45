"""What workers do for contests."""

from celery import shared_task

from games.contests.services import close_contests, tell_contests


@shared_task(name="games.contests.go_on")
def go_on() -> None:
    """Close what is due, and tell what is due."""
    close_contests()
    tell_contests()
