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

from league.accounts.demo import is_demo_address
from league.accounts.models import Message
from league.accounts.queries import undelivered_messages

log = structlog.get_logger(__name__)

BATCH = 50  # messages of one task
MOST_REFUSALS: Final = 5  # of a message; then it has failed, and later messages are sent first
LONGEST_FAULT: Final = 400  # characters
PERMANENT: Final = 500  # SMTP codes from here on refuse the message permanently (RFC 5321, 4.2.1)


class OutboxBackend(BaseEmailBackend):
    """Writes each message into the outbox, one row for each recipient, none for demo accounts."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the messages; return how many."""
        rows = [
            Message(
                recipient=recipient,
                subject=" ".join(str(message.subject).split())[:200],
                body=str(message.body),
                unsubscribe_url=message.extra_headers.get("List-Unsubscribe", "").strip("<>"),
            )
            for message in email_messages
            for recipient in message.recipients()
            if not is_demo_address(recipient)
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
    connection = get_connection(settings.MAIL_DELIVERY_BACKEND)
    last, accepted = 0, 0
    for _ in range(BATCH):
        with transaction.atomic():
            message = undelivered_messages(after=last).first()
            if message is None:
                break
            last = message.pk
            accepted += _deliver(message, connection)
    return accepted


def _deliver(message: Message, connection: BaseEmailBackend) -> bool:
    """Send a message; return whether the server accepted it. Otherwise it stays for the next run."""
    headers = {}  # of a mail program's unsubscribe button (RFC 2369, and over TLS RFC 8058)
    if message.unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{message.unsubscribe_url}>"
    if message.unsubscribe_url.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail = EmailMessage(message.subject, message.body, to=[message.recipient], connection=connection, headers=headers)
    try:
        mail.send()
    except (OSError, ValueError, MessageError) as error:  # smtplib's are among the first, bad headers among the others
        log.warning("the mail server did not accept a message", message=message.public_id, cause=str(error))
        _save_error(message, error)
        return False
    message.delivered_at, message.fault = timezone.now(), ""
    message.save(update_fields=["delivered_at", "fault"])
    return True


@transaction.atomic
def retry_failed(names: Sequence[str] | None) -> int:
    """Give failed messages (all for None) new attempts; return how many."""
    failed = Message.objects.filter(given_up_at__isnull=False, delivered_at=None)
    chosen = failed if names is None else failed.filter(public_id__in=names)
    locked = list(chosen.order_by("pk").select_for_update().values_list("pk", flat=True))
    return Message.objects.filter(pk__in=locked).update(given_up_at=None, attempts=0)


def _save_error(message: Message, error: Exception) -> None:
    """Store the server's error: retry while it is away, fail what it refuses repeatedly."""
    message.fault = str(error)[:LONGEST_FAULT]
    message.attempts += _is_permanent(error)
    if message.attempts >= MOST_REFUSALS:
        message.given_up_at = timezone.now()
        log.error("a message failed after its last attempt", message=message.public_id, refusals=message.attempts)
    message.save(update_fields=["fault", "attempts", "given_up_at"])


def _is_permanent(error: Exception) -> bool:
    """Whether the server refuses this message, rather than being unreachable, busy or refusing the sign-in."""
    if isinstance(error, ValueError | MessageError):
        return True
    if isinstance(error, SMTPRecipientsRefused):
        return any(code >= PERMANENT for code, _words in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= PERMANENT
