"""Handing the outbox to a mail server."""

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from league.members.models import Message
from league.members.selectors import undelivered_messages

log = structlog.get_logger(__name__)

BATCH = 50


def deliver_messages() -> int:
    """Give the oldest messages to the mail server, each in a transaction of its own; returns how many it took.

    Two workers never hold the same message. One that dies between the server's yes and its own note sends it again.
    """
    if not settings.MAIL_SERVER:
        return 0
    line = get_connection(settings.MAIL_DELIVERY_BACKEND)
    seen, taken = 0, 0
    for _ in range(BATCH):
        with transaction.atomic():
            message = undelivered_messages(after=seen).first()
            if message is None:
                break
            seen = message.pk
            taken += _deliver(message, line)
    return taken


def _deliver(message: Message, line: BaseEmailBackend) -> bool:
    """Whether the mail server took the message; what it does not take stays for the next round."""
    headers = _ways_out(message.ends_at)
    mail = EmailMessage(message.subject, message.body, None, [message.recipient], connection=line, headers=headers)
    try:
        mail.send()
    except OSError as error:  # smtplib's errors are among them
        log.warning("the mail server did not take a message", message=message.public_id, cause=str(error))
        return False
    message.delivered_at = timezone.now()
    message.save(update_fields=["delivered_at"])
    return True


def _ways_out(address: str) -> dict[str, str]:
    """By which a mail program ends such mails with a button of its own (RFC 2369, and over TLS RFC 8058)."""
    if not address:
        return {}
    by_button = {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if address.startswith("https://") else {}
    return {"List-Unsubscribe": f"<{address}>"} | by_button
