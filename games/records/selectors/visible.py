"""Which records exist for whom.

A draft, and whatever is on its way or was refused, for its recorder alone: it may tell of a game that goes on. What
could not be decided also for those at the table and who scores for the club. What is verified for whoever may see the
club.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.records.errors import NoSuchRecord
from games.records.models import BroughtRecord
from games.records.selectors.naming import named
from league.clubs.models import Club
from league.clubs.rules import Asker
from league.clubs.selectors import clubs_scored_by, clubs_seen_by
from league.members.models import Player

Status = BroughtRecord.Status


def records_seen_by(asker: Asker) -> QuerySet[BroughtRecord]:
    """The records that exist for the asker, with recorder, club and pool, seats and players."""
    seen = Q(status=Status.VERIFIED, club__in=clubs_seen_by(asker).order_by().values("pk"))
    if asker.is_authenticated:
        seen |= Q(by__account=asker) | _at_hand(asker)
    records = BroughtRecord.objects.filter(seen).exclude(status=Status.WITHDRAWN)
    return records.select_related("by__account", "club", "pool").prefetch_related("seats__player")


def record_at(public_id: str, asker: Asker) -> BroughtRecord:
    """The record at that address. Raises `NoSuchRecord`, also for drafts of others."""
    record = records_seen_by(asker).filter(public_id=public_id).first()
    if record is None:
        raise NoSuchRecord(
            _("There is no game record at this address. It may be a draft, or belong to a private club.")
        )
    return named([record], asker)[0]


def may_see(public_id: str, asker: Asker) -> bool:
    """Whether a record at that address exists for the asker."""
    return records_seen_by(asker).filter(public_id=public_id).exists()


def verified_at(public_id: str, asker: Asker) -> BroughtRecord:
    """The verified record at that address. Raises `NoSuchRecord`, also while it is not verified."""
    record = record_at(public_id, asker)
    if record.status != Status.VERIFIED:
        raise NoSuchRecord(_("This record is not verified, so it has no completed text yet."))
    return record


def own_record(public_id: str, by: Player) -> BroughtRecord:
    """Their record at that address. Raises `NoSuchRecord`, for other people's too."""
    own = BroughtRecord.objects.filter(by=by, public_id=public_id).exclude(status=Status.WITHDRAWN)
    record = own.select_related("by__account", "club", "pool").prefetch_related("seats__player").first()
    if record is None:
        raise NoSuchRecord(_("You have no game record at this address."))
    return record


def records_of(by: Player) -> QuerySet[BroughtRecord]:
    """Everything they brought, the one touched last first."""
    own = BroughtRecord.objects.filter(by=by).exclude(status=Status.WITHDRAWN)
    return own.select_related("club").prefetch_related("seats__player").order_by("-touched_at", "-pk")


def club_records(club: Club) -> QuerySet[BroughtRecord]:
    """The club's verified records, the one sent last first."""
    verified = BroughtRecord.objects.filter(club=club, status=Status.VERIFIED)
    return verified.select_related("by", "club").prefetch_related("seats__player").order_by("-sent_at", "-pk")


def _at_hand(asker: Asker) -> Q:
    """What is undecided, or was given up, of games that concern the asker."""
    sat = BroughtRecord.objects.filter(seats__player__account=asker.pk).values("pk")
    concerned = Q(pk__in=sat) | Q(club__in=clubs_scored_by(asker).values("pk"))
    return Q(status__in=[Status.UNDECIDED, Status.DEAD]) & concerned


def addresses_of(subjects: Iterable[UUID], asker: Asker) -> dict[UUID, str]:
    """The public ids of the verified records about these subjects, where the asker may see them; the first sent."""
    seen = BroughtRecord.objects.filter(status=Status.VERIFIED, club__in=clubs_seen_by(asker).order_by().values("pk"))
    return dict(seen.filter(subject__in=list(subjects)).order_by("-sent_at").values_list("subject", "public_id"))
