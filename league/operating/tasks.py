"""What workers do for those who run the place."""

from celery import shared_task

from league.operating import services


@shared_task(name="league.operating.keep_size")
def keep_size() -> None:
    """Keep how much there is today, if nobody did."""
    services.keep_size()
