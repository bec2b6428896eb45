"""The mail backend of the house: every message first lies in a table, in the transaction that causes it.

An operator reads it there; where a mail server is set, `league.members.tasks.deliver_mail` hands it on.
"""

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from league.members.demo import is_of_the_demo
from league.members.models import Message


class OutboxBackend(BaseEmailBackend):
    """Writes each message into the operator's outbox, one row a recipient; nobody reads what the demo is written."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages; returns how many."""
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
            from league.members.tasks import deliver_mail  # Celery's app must not load with Django's mail

            transaction.on_commit(deliver_mail.delay, robust=True)
        return len(rows)
