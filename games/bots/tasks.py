"""What workers do for bots."""

from celery import shared_task

from games.bots import services


@shared_task(name="games.bots.make_matches")
def make_matches(round_id: int) -> None:
    """Make the matches of a round on the machine."""
    services.make_matches(round_id=round_id)
