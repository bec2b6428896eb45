"""What records register with lower apps: links, data export, club panel, jobs for the operations page, signals."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records.models import SubmittedRecord
from games.records.presenters import record_cards
from games.records.queries import addresses_of, club_records, with_names
from games.records.services.anonymising import forget_drafts
from games.records.verification import queue_records_again
from league.accounts.models import Player
from league.accounts.signals import account_leaving
from league.clubs.models import Club
from league.clubs.permissions import Rights, User
from league.clubs.queries import own_membership
from league.operations.job_types import LeasedJobType
from league.results.subjects import SubjectLink

SHOWN = 4  # records on a club's page


def links_to_records(subjects: Collection[UUID], user: User) -> dict[UUID, SubjectLink]:
    """Return the first verified record of each subject that the user may see."""
    return {
        subject: SubjectLink(reverse("records:record", args=[public_id]), _("game record"))
        for subject, public_id in addresses_of(subjects, user).items()
    }


def records_data(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return the records they added, drafts too, for the data export."""
    records = SubmittedRecord.objects.filter(by__in=players).select_related("club").order_by("pk")
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


def records_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the latest verified records, and for members the links to add one."""
    is_member = own_membership(club, request.user) is not None
    return {
        "club": club,
        "records": record_cards(with_names(club_records(club)[:SHOWN], request.user)),
        "is_member": is_member,
    }


@receiver(account_leaving, dispatch_uid="drafts go")
def delete_unsent(*, player: Player | None, **_: object) -> None:
    """Delete the drafts, refused and withdrawn records of a deleted account."""
    if player is not None:
        forget_drafts(player=player)


RECORDS = LeasedJobType(
    slug="records",
    title=gettext_lazy("Records"),
    rows=SubmittedRecord.objects.select_related("club"),
    queue="records",
    since="sent_at",
    label=lambda record: _("Game record of %(club)s") % {"club": record.club},
    href=lambda record: reverse("admin:records_submittedrecord_change", args=[record.pk]),
    retry_rows=lambda records: queue_records_again(records=records),
)
