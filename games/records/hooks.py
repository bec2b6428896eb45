"""What records register with lower apps: links, data export, club panel, jobs for the operations page, signals."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Min
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records.checking import queue_records_again
from games.records.models import BroughtRecord
from games.records.presenters import boards
from games.records.queries import addresses_of, club_records, with_names
from games.records.services import forget_drafts
from league.clubs.models import Club
from league.clubs.permissions import Asker, Rights
from league.clubs.queries import own_membership
from league.members.models import Player
from league.members.signals import account_leaving
from league.operating.job_types import Counted, GivenUp, JobType, Lease, Waiting, log_tail, rows_named, some_of
from league.results.subjects import SubjectLink


def links_to_records(subjects: Collection[UUID], asker: Asker) -> dict[UUID, SubjectLink]:
    """Return the first verified record of each subject that the asker may see."""
    return {
        subject: SubjectLink(reverse("records:record", args=[public_id]), _("game record"))
        for subject, public_id in addresses_of(subjects, asker).items()
    }


def records_data(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return the records they added, drafts too, for the data export."""
    records = BroughtRecord.objects.filter(by__in=players).select_related("club").order_by("pk")
    return [
        {
            "record": record.public_id,
            "club": record.club.name,
            "status": record.status,
            "touched": record.touched_at,
            "text": record.text,
        }
        for record in records.iterator()
    ]


SHOWN = 4


def records_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the latest verified records, and for members the links to add one."""
    is_member = own_membership(club, request.user) is not None
    return {
        "club": club,
        "records": boards(with_names(club_records(club)[:SHOWN], request.user)),
        "is_member": is_member,
    }


@receiver(account_leaving, dispatch_uid="drafts go")
def forget_what_was_not_sent(*, player: Player | None, **_: object) -> None:
    """Delete the drafts, refused and withdrawn records of a deleted account."""
    if player is not None:
        forget_drafts(player=player)


QUEUE = "records"
Status = BroughtRecord.Status


def waiting() -> Sequence[Waiting]:
    """Return what no worker has claimed yet."""
    rows = BroughtRecord.objects.filter(status=Status.QUEUED)
    told = rows.aggregate(count=Count("pk"), since=Min("sent_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def leases(most: int) -> Counted[Lease]:
    """Return what is being checked."""
    rows = BroughtRecord.objects.filter(status=Status.RUNNING).select_related("club")
    return some_of(rows.order_by("lease_until", "pk"), most, _lease)


def given_up(most: int) -> Counted[GivenUp]:
    """Return what failed."""
    rows = BroughtRecord.objects.filter(status=Status.DEAD).select_related("club")
    return some_of(rows.order_by("-sent_at", "-pk"), most, _given_up)


def try_again(names: Sequence[str] | None) -> int:
    """Call `queue_records_again` by public ids; None for all."""
    return queue_records_again(records=rows_named(BroughtRecord.objects.filter(status=Status.DEAD), names))


def _lease(record: BroughtRecord) -> Lease:
    until = record.lease_until or record.touched_at
    return Lease(record.public_id, _called(record), _href(record), record.worker, _begun(record), until, record.attempt)


def _begun(record: BroughtRecord) -> datetime | None:
    return record.enqueued_at or record.sent_at


def _given_up(record: BroughtRecord) -> GivenUp:
    words, href, log = _called(record), _href(record), log_tail(record.attempt_log)
    return GivenUp(record.public_id, words, href, record.worker, _begun(record), record.attempt, log)


def _called(record: BroughtRecord) -> str:
    return _("Game record of %(club)s") % {"club": record.club}


def _href(record: BroughtRecord) -> str:
    return reverse("admin:records_broughtrecord_change", args=[record.pk])


RECORDS = JobType(
    slug="records",
    title=gettext_lazy("Records"),
    waiting=waiting,
    leases=leases,
    given_up=given_up,
    try_again=try_again,
)
