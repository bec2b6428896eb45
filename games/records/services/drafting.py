"""Drafts: begun, written on, thrown away. They exist for their recorder alone."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.records.errors import ChangedElsewhere, NotNow
from games.records.models import BroughtRecord
from games.records.reading import reading_of
from games.records.services.holding import check_room_for_drafts, held
from games.records.texts import check_size, cleaned
from league.clubs.models import Club
from league.members.models import Player
from league.results.claims import own_subject

Status = BroughtRecord.Status


@transaction.atomic
def begin_draft(*, by: Player, club: Club, text: str = "", subject: UUID | None = None) -> BroughtRecord:
    """Begin a record that somebody types. Raises `TooMany` or `UnreadableFile`."""
    check_room_for_drafts(by)
    return _drafts(by, club, [cleaned(text)], subject=subject)[0]


@transaction.atomic
def hold_parcel(*, by: Player, club: Club, texts: Sequence[str]) -> UUID:
    """Hold what came in one file as drafts, until somebody has seen what is in it. All are held, or none.

    Returns what they have in common. Raises `TooMany` or `UnreadableFile`.
    """
    check_room_for_drafts(by, len(texts))
    parcel = uuid4()
    _drafts(by, club, texts, parcel=parcel)
    return parcel


@transaction.atomic
def write_draft(*, public_id: str, by: Player, text: str, revision: int, over: bool = False) -> BroughtRecord:
    """Keep the text, unless a newer one is there (`ChangedElsewhere`); `over` writes over that too.

    A refused or undecided record becomes a draft again, and is seen by its recorder alone until it is sent. Writing
    the same text again changes nothing. Raises `NoSuchRecord`, `NotNow` or `UnreadableFile`.
    """
    record = held(public_id, by)
    text = cleaned(text)
    if not record.can_be_mended:
        raise NotNow(_("This record is already sent and cannot be changed. Its page shows its status."))
    if text == record.text:
        return record
    check_size(text)
    if revision < record.revision and not over:
        raise ChangedElsewhere(
            _("This record was changed in another window. Your text is not saved. Choose which text to keep.")
        )
    record.text, record.reading = text, reading_of(text)
    record.revision += 1
    record.status, record.touched_at = Status.DRAFT, Now()
    record.save(update_fields=["text", "reading", "revision", "status", "touched_at"])
    return record


@transaction.atomic
def discard_draft(*, public_id: str, by: Player) -> None:
    """Throw a draft away. Raises `NoSuchRecord`, or `NotNow` for what was sent."""
    record = held(public_id, by)
    if not record.is_draft:
        raise NotNow(_("This record is already sent. Withdraw it instead."))
    record.delete()


@transaction.atomic
def discard_parcel(*, parcel: UUID, by: Player) -> None:
    """Throw away what came in one file and was not sent; doing it again changes nothing."""
    BroughtRecord.objects.filter(parcel=parcel, by=by, status=Status.DRAFT).delete()


@transaction.atomic
def withdraw_record(*, public_id: str, by: Player) -> BroughtRecord:
    """Take back what was sent; a check on its way says nothing any more. Raises `NoSuchRecord` or `NotNow`."""
    record = held(public_id, by)
    if record.status == Status.VERIFIED:
        raise NotNow(_("This record is verified and belongs to a result, so it cannot be deleted."))
    record.status, record.token, record.lease_until = Status.WITHDRAWN, None, None
    record.save(update_fields=["status", "token", "lease_until"])
    return record


def _drafts(
    by: Player, club: Club, texts: Sequence[str], *, subject: UUID | None = None, parcel: UUID | None = None
) -> list[BroughtRecord]:
    for text in texts:
        check_size(text)
    made = [BroughtRecord(by=by, club=club, text=text, reading=reading_of(text), parcel=parcel) for text in texts]
    for record in made:
        record.subject = subject or own_subject(by, record.uuid)
    return BroughtRecord.objects.bulk_create(made)
