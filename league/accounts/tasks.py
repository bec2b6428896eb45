"""Celery tasks of accounts, in the mail queue."""

from celery import shared_task

from league.accounts.email_outbox import deliver_messages
from league.accounts.services.visits import delete_expired


@shared_task(name="league.accounts.deliver_mail")
def deliver_mail() -> None:
    """Send the messages in the outbox; what the server does not accept stays for the next run."""
    deliver_messages()


@shared_task(name="league.accounts.tidy")
def tidy() -> None:
    """Delete expired sessions and old records of signing in."""
    delete_expired()
