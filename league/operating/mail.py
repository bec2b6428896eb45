"""Mails as work: what the outbox holds for the mail server, and what that will not take."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import Count, Min
from django.utils.translation import gettext_lazy as _

from league.members.models import Message
from league.members.services.post import send_again
from league.operating.work import Counted, GivenUp, Waiting, Work, end_of, some_of

QUEUE = "mail"


def waiting() -> Sequence[Waiting]:
    """What no mail server has taken yet; nothing waits where there is none."""
    if not settings.MAIL_SERVER:
        return ()
    rows = Message.objects.filter(delivered_at=None, given_up_at=None)
    told = rows.aggregate(count=Count("pk"), since=Min("created_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def given_up(most: int) -> Counted[GivenUp]:
    """What the mail server refused for good; its address and subject, never its text."""
    rows = Message.objects.filter(given_up_at__isnull=False).order_by("-given_up_at", "-pk")
    return some_of(rows, most, _given_up)


def _given_up(row: Message) -> GivenUp:
    words = f"{row.subject} → {row.recipient}"
    return GivenUp(row.public_id, words, "", "", row.given_up_at, row.attempts, end_of(row.fault))


MAIL = Work(
    slug="mails",
    title=_("E-mails"),
    waiting=waiting,
    given_up=given_up,
    try_again=send_again,
)
