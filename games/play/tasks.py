"""Celery tasks of games against bots."""

from celery import shared_task

from games.play.services import sweep_practice_games


@shared_task(name="games.play.sweep")
def sweep() -> None:
    """Delete what visitors left."""
    sweep_practice_games()
