"""What is done for members behind the scenes, in the mail queue."""

from celery import shared_task

from league.members.services.post import deliver_messages
from league.members.services.tidying import forget_what_is_over


@shared_task(name="league.members.deliver_mail")
def deliver_mail() -> None:
    """Hand what lies in the outbox to the mail server; what it does not take stays for the next round."""
    deliver_messages()


@shared_task(name="league.members.tidy")
def tidy() -> None:
    """Delete expired sessions and old records of signing in."""
    forget_what_is_over()
