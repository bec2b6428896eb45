"""What workers do for the ladder."""

from celery import shared_task

from games.ladder.services import plan_blocks


@shared_task(name="games.ladder.plan")
def plan() -> None:
    """Begin as many blocks as there is room for."""
    plan_blocks()
