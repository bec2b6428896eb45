"""Celery tasks of webhooks. The rows are the truth: a message may come twice, or never."""

from celery import shared_task

from league.integrations.deliveries import AT_A_TIME, DELIVER, deliver, enqueue_delivery, tidy_deliveries
from league.integrations.queries import webhooks_to_serve
from league.integrations.webhook_requests import are_on


@shared_task(name=DELIVER)
def deliver_to(webhook_id: int) -> None:
    """Send the waiting deliveries of a webhook, the rest of many by another message."""
    if are_on() and deliver(webhook_id) == AT_A_TIME:
        enqueue_delivery(webhook_id)


@shared_task(name="league.integrations.sweep")
def sweep() -> None:
    """Enqueue deliveries to every webhook that is due."""
    for webhook_id in webhooks_to_serve() if are_on() else ():
        enqueue_delivery(webhook_id)


@shared_task(name="league.integrations.tidy")
def tidy() -> None:
    """Delete old deliveries."""
    tidy_deliveries()
