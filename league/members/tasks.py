"""Mail leaves the outbox here, in the mail queue."""

from celery import shared_task

from league.members.services.post import deliver_messages


@shared_task(name="league.members.deliver_mail")
def deliver_mail() -> None:
    """Hand what lies in the outbox to the mail server; what it does not take stays for the next round."""
    deliver_messages()
