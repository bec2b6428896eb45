"""Records that people bring as work, told to those who run the place: never a text."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Min
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records.models import BroughtRecord
from games.records.services.sweeping import queue_records_again
from league.operating.work import Counted, GivenUp, Lease, Waiting, Work, end_of, named_among, some_of

QUEUE = "records"
Status = BroughtRecord.Status


def waiting() -> Sequence[Waiting]:
    """What no worker has taken up yet."""
    rows = BroughtRecord.objects.filter(status=Status.QUEUED)
    told = rows.aggregate(count=Count("pk"), since=Min("sent_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def leases(most: int) -> Counted[Lease]:
    """What is being checked."""
    rows = BroughtRecord.objects.filter(status=Status.RUNNING).select_related("club")
    return some_of(rows.order_by("lease_until", "pk"), most, _lease)


def given_up(most: int) -> Counted[GivenUp]:
    """What the machine failed at again and again."""
    rows = BroughtRecord.objects.filter(status=Status.DEAD).select_related("club")
    return some_of(rows.order_by("-sent_at", "-pk"), most, _given_up)


def try_again(names: Sequence[str] | None) -> int:
    """As `queue_records_again`, by public ids; None for all."""
    return queue_records_again(records=named_among(BroughtRecord.objects.filter(status=Status.DEAD), names))


def _lease(record: BroughtRecord) -> Lease:
    until = record.lease_until or record.touched_at
    return Lease(record.public_id, _called(record), _href(record), record.worker, _begun(record), until, record.attempt)


def _begun(record: BroughtRecord) -> datetime | None:
    return record.enqueued_at or record.sent_at


def _given_up(record: BroughtRecord) -> GivenUp:
    words, href, log = _called(record), _href(record), end_of(record.attempt_log)
    return GivenUp(record.public_id, words, href, record.worker, _begun(record), record.attempt, log)


def _called(record: BroughtRecord) -> str:
    return _("Game record of %(club)s") % {"club": record.club}


def _href(record: BroughtRecord) -> str:
    return reverse("admin:records_broughtrecord_change", args=[record.pk])


RECORDS = Work(
    slug="records",
    title=gettext_lazy("Records"),
    waiting=waiting,
    leases=leases,
    given_up=given_up,
    try_again=try_again,
)
