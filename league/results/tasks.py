"""Celery tasks of results."""

from celery import shared_task

from league.results.services.resolutions import confirm_due


@shared_task(name="league.results.settle")
def settle() -> None:
    """Enter the reports that nobody answered in time."""
    confirm_due()
