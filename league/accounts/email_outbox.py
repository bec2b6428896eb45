"""The outbox: the e-mail backend writes messages in the transaction, tasks deliver them to the mail server."""

from collections.abc import Sequence
from email.errors import MessageError
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Final

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from league.accounts.demo import is_of_the_demo
from league.accounts.models import Message
from league.accounts.queries import undelivered_messages

log = structlog.get_logger(__name__)

BATCH = 50  # messages of one task
MOST_REFUSALS: Final = 5  # of one message; then it is given up, for others wait behind it
LONGEST_FAULT: Final = 400  # characters
FOR_GOOD: Final = 500  # codes of SMTP from here on say no to the message; below them, not now (RFC 5321, 4.2.1)


class OutboxBackend(BaseEmailBackend):
    """Writes each message into the outbox, one row for each recipient, none for demo accounts."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the messages; return how many."""
        rows = [
            Message(
                recipient=recipient,
                subject=" ".join(str(message.subject).split())[:200],
                body=str(message.body),
                ends_at=message.extra_headers.get("List-Unsubscribe", "").strip("<>"),
            )
            for message in email_messages
            for recipient in message.recipients()
            if not is_of_the_demo(recipient)
        ]
        Message.objects.bulk_create(rows)
        if settings.MAIL_SERVER:
            from league.accounts.tasks import deliver_mail  # Celery's app must not load with Django's mail

            transaction.on_commit(deliver_mail.delay, robust=True)
        return len(rows)


def deliver_messages() -> int:
    """Send the oldest messages, each in its own transaction; return how many the server accepted.

    Two workers never send the same message. After a crash between sending and commit it is sent again.
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
    """Send a message; return whether the server accepted it. Otherwise it stays for the next run."""
    headers = _ways_out(message.ends_at)
    mail = EmailMessage(message.subject, message.body, None, [message.recipient], connection=line, headers=headers)
    try:
        mail.send()
    except (OSError, ValueError, MessageError) as error:  # smtplib's are among the first, bad headers among the others
        log.warning("the mail server did not take a message", message=message.public_id, cause=str(error))
        _note_fault(message, error)
        return False
    message.delivered_at, message.fault = timezone.now(), ""
    message.save(update_fields=["delivered_at", "fault"])
    return True


@transaction.atomic
def send_again(names: Sequence[str] | None) -> int:
    """Give failed messages (all for None) new attempts; return how many."""
    rows = Message.objects.filter(given_up_at__isnull=False, delivered_at=None)
    held = (rows if names is None else rows.filter(public_id__in=names)).order_by("pk").select_for_update()
    found = list(held.values_list("pk", flat=True))
    return Message.objects.filter(pk__in=found).update(given_up_at=None, attempts=0)


def _note_fault(message: Message, error: Exception) -> None:
    """Store the server's error: retry while it is away, fail what it refuses repeatedly."""
    message.fault = str(error)[:LONGEST_FAULT]
    message.attempts += _is_for_good(error)
    if message.attempts >= MOST_REFUSALS:
        message.given_up_at = timezone.now()
        log.error("a message was given up", message=message.public_id, refusals=message.attempts)
    message.save(update_fields=["fault", "attempts", "given_up_at"])


def _is_for_good(error: Exception) -> bool:
    """Whether the server refuses this message, rather than being unreachable, busy or refusing the sign-in."""
    if isinstance(error, ValueError | MessageError):
        return True
    if isinstance(error, SMTPRecipientsRefused):
        return any(code >= FOR_GOOD for code, _words in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= FOR_GOOD


def _ways_out(address: str) -> dict[str, str]:
    """Headers for a mail program's unsubscribe button (RFC 2369, and over TLS RFC 8058)."""
    if not address:
        return {}
    by_button = {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"} if address.startswith("https://") else {}
    return {"List-Unsubscribe": f"<{address}>"} | by_button
