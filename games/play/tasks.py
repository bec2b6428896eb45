"""What workers do for play."""

from celery import shared_task

from games.play.services.sweeping import sweep_sittings


@shared_task(name="games.play.sweep")
def sweep() -> None:
    """Clear away what visitors left."""
    sweep_sittings()
