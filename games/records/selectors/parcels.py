"""What came in one file, before it is sent."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from games.records.errors import NoSuchRecord
from games.records.models import BroughtRecord
from games.records.seating import Known
from games.records.selectors.twins import COUNTING
from league.clubs.models import Club
from league.clubs.selectors import memberships_of
from league.members.models import Player


def parcel_of(by: Player, parcel: UUID) -> list[BroughtRecord]:
    """Their drafts out of one file, in its order. Raises `NoSuchRecord` when none is left."""
    drafts = BroughtRecord.objects.filter(by=by, parcel=parcel, status=BroughtRecord.Status.DRAFT)
    found = list(drafts.select_related("club", "by__account").order_by("pk"))
    if not found:
        raise NoSuchRecord(_("All records of this file are already sent or deleted."))
    return found


def parcels_of(by: Player) -> list[tuple[UUID, int]]:
    """Their files of which something is still to be sent, the last first, each with how many records are left."""
    drafts = BroughtRecord.objects.filter(by=by, parcel__isnull=False, status=BroughtRecord.Status.DRAFT)
    left = drafts.values("parcel").annotate(count=Count("pk"), last=Max("pk")).order_by("-last")
    return [(row["parcel"], row["count"]) for row in left if row["parcel"]]


def twins_of(records: Sequence[BroughtRecord]) -> dict[str, BroughtRecord]:
    """By fingerprint, the same games that the records' club has already."""
    prints = {record.reading.get("fingerprint", "") for record in records} - {""}
    clubs = {record.club_id for record in records}
    twins = BroughtRecord.objects.filter(club__in=clubs, fingerprint__in=prints, status__in=COUNTING)
    return {twin.fingerprint: twin for twin in twins.select_related("by")}


def players_to_seat(club: Club) -> list[Known]:
    """The players of the club, by name."""
    members = memberships_of(club).filter(player__merged_into=None)
    return [Known(member.player_id, member.player.name) for member in members]
