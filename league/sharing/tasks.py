"""What workers do for webhooks. The rows say what there is to do; a message may come twice, or never."""

from celery import shared_task

from league.sharing.hooks.targets import are_on
from league.sharing.selectors.hooks import webhooks_to_serve
from league.sharing.services.deliveries import AT_A_TIME, deliver, tidy_deliveries
from league.sharing.waking import DELIVER, deliver_soon


@shared_task(name=DELIVER)
def deliver_to(webhook_id: int) -> None:
    """Send what waits for a webhook; the rest of a long line with another message."""
    if are_on() and deliver(webhook_id) == AT_A_TIME:
        deliver_soon(webhook_id)


@shared_task(name="league.sharing.sweep")
def sweep() -> None:
    """Wake for every webhook whose time has come."""
    for webhook_id in webhooks_to_serve() if are_on() else ():
        deliver_soon(webhook_id)


@shared_task(name="league.sharing.tidy")
def tidy() -> None:
    """Delete old deliveries."""
    tidy_deliveries()
