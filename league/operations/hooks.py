"""Hooks that operations register with lower apps: lines of the home page, and e-mails as a type of job."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Min
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.accounts.email_outbox import retry_failed
from league.accounts.home_page import Line
from league.accounts.models import Account, Message
from league.clubs.permissions import is_operator
from league.operations.job_types import CountedRows, FailedJob, JobType, WaitingRows, log_tail, some_of
from league.operations.queries import failures_and_stuck_queues

QUEUE = "mail"


def stuck_job_items(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Return failed and stuck jobs for site admins; no query for others."""
    if not is_operator(account):
        return []
    failed, queues = failures_and_stuck_queues()
    href = reverse("operations:system-status")
    lines = []
    if failed:
        words = ngettext("%(count)d job failed", "%(count)d jobs failed", failed)
        note = _("Bot matches, bot checks or e-mails failed repeatedly. Retry them after you fix the cause.")
        lines.append(Line(words % {"count": failed}, href, note))
    if queues:
        words = _("Jobs are waiting and no worker processes them: %(queues)s")
        lines.append(Line(words % {"queues": ", ".join(queues)}, href, _("System status shows what to do.")))
    return lines


class Mails(JobType):
    """E-mails."""

    slug = "mails"
    title = gettext_lazy("E-mails")

    def waiting(self) -> Sequence[WaitingRows]:
        """Return the e-mails that the mail server has not accepted yet; none without a mail server."""
        if not settings.MAIL_SERVER:
            return ()
        rows = Message.objects.filter(delivered_at=None, given_up_at=None)
        figures = rows.aggregate(count=Count("pk"), since=Min("created_at"))
        return [WaitingRows(QUEUE, figures["count"], figures["since"])]

    def failed(self, most: int) -> CountedRows[FailedJob]:
        """Return the e-mails that the mail server refused: address and subject, never the text."""
        rows = Message.objects.filter(given_up_at__isnull=False).order_by("-given_up_at", "-pk")
        return some_of(rows, most, _failed_mail)

    def retry(self, names: Sequence[str] | None) -> int:
        """Send refused e-mails again, those named or all for None, and return how many."""
        return retry_failed(names)


def _failed_mail(row: Message) -> FailedJob:
    label = f"{row.subject} → {row.recipient}"
    return FailedJob(row.public_id, label, "", "", row.given_up_at, row.attempts, log_tail(row.fault))
