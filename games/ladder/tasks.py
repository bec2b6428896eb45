"""What workers do for the ladder."""

from celery import shared_task

from games.ladder.morning.services import write_mornings
from games.ladder.services import plan_blocks


@shared_task(name="games.ladder.plan")
def plan() -> None:
    """Begin as many blocks as there is room for."""
    plan_blocks()


@shared_task(name="games.ladder.write_mornings")
def mornings() -> None:
    """Tell owners what became of their bots yesterday."""
    write_mornings()
