"""A mail backend for places without a mail server: messages lie in a table that the operator reads."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from league.members.models import Message


class OutboxBackend(BaseEmailBackend):
    """Writes each message into the operator's outbox, one row a recipient."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages; returns how many."""
        rows = [
            Message(
                recipient=recipient,
                subject=message.subject[:200],
                body=str(message.body),
            )
            for message in email_messages
            for recipient in message.recipients()
        ]
        return len(Message.objects.bulk_create(rows))
