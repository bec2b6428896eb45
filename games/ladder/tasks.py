"""Celery tasks of ladders."""

from celery import shared_task

from games.ladder.services import plan_blocks, send_daily_reports


@shared_task(name="games.ladder.plan")
def plan() -> None:
    """Start as many blocks as there is room for."""
    plan_blocks()


@shared_task(name="games.ladder.send_daily_reports")
def daily_reports() -> None:
    """Send the daily reports that are due."""
    send_daily_reports()
