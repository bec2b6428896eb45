"""Handing the outbox to a mail server."""

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone

from league.members.selectors import undelivered_messages

log = structlog.get_logger(__name__)

BATCH = 50


@transaction.atomic
def deliver_messages() -> int:
    """Give the oldest messages to the mail server; returns how many it took. Each is marked, so none goes twice."""
    if not settings.MAIL_SERVER:
        return 0
    messages = list(undelivered_messages()[:BATCH])
    line = get_connection(settings.MAIL_DELIVERY_BACKEND)
    taken = 0
    for message in messages:
        mail = EmailMessage(message.subject, message.body, None, [message.recipient], connection=line)
        try:
            mail.send()
        except OSError as error:  # smtplib's errors are among them
            log.warning("the mail server did not take a message", message=message.public_id, cause=str(error))
            continue
        message.delivered_at = timezone.now()
        message.save(update_fields=["delivered_at"])
        taken += 1
    return taken
