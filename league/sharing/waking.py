"""Workers are woken for what waits; what a lost message would have done, the next look around does."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError as BrokerAway

from league.shared.broker import RedisError

log = structlog.get_logger(__name__)

DELIVER: Final = "league.sharing.deliver"


def deliver_on_commit(webhooks: Iterable[int]) -> None:
    """Have a worker send what waits for these webhooks, once the transaction stands."""
    for webhook_id in sorted(webhooks):
        transaction.on_commit(partial(deliver_soon, webhook_id), robust=True)


def deliver_soon(webhook_id: int) -> None:
    """Have a worker send what waits for one."""
    try:
        current_app.send_task(DELIVER, args=[webhook_id])
    except (RedisError, BrokerAway) as error:
        log.warning("a webhook is served later", webhook=webhook_id, cause=str(error))
