"""What workers do for play."""

from celery import shared_task

from games.play import services


@shared_task(name="games.play.sweep")
def sweep() -> None:
    """Clear away what visitors left."""
    services.sweep_sittings()
