"""Celery tasks of operations."""

from celery import shared_task

from league.operations import services


@shared_task(name="league.operations.keep_size")
def keep_size() -> None:
    """Store today's sample of disk use."""
    services.keep_size()
