"""Drafts of records: begin, save, discard and withdraw."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.records.errors import ChangedElsewhere, NoSuchRecord, NotNow
from games.records.models import SubmittedRecord
from games.records.partial_parsing import reading_of
from games.records.services.limits import check_draft_limit
from games.records.uploads import check_size, clean_text
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.models import first_or_refuse
from league.results.drafts import own_subject

Status = SubmittedRecord.Status


def locked_record(public_id: str, by: Player) -> SubmittedRecord:
    """Return the record, locked within the caller's transaction. Raise `NoSuchRecord`, also for other people's."""
    rows = SubmittedRecord.objects.select_for_update(of=("self",)).select_related("club", "by", "pool")
    own = rows.filter(public_id=public_id, by=by).exclude(status=Status.WITHDRAWN)
    return first_or_refuse(own, NoSuchRecord(_("You have no game record at this address.")))


@transaction.atomic
def begin_draft(*, by: Player, club: Club, text: str = "", subject: UUID | None = None) -> SubmittedRecord:
    """Start a draft of a typed record. Raise `TooMany` or `UnreadableFile`."""
    check_draft_limit(by)
    return _drafts(by, club, [clean_text(text)], subject=subject)[0]


@transaction.atomic
def create_batch(*, by: Player, club: Club, texts: Sequence[str]) -> UUID:
    """Store the records of one file as drafts, all or none; return their `batch`. Raise `TooMany`."""
    check_draft_limit(by, len(texts))
    batch = uuid4()
    _drafts(by, club, texts, batch=batch)
    return batch


@transaction.atomic
def write_draft(*, public_id: str, by: Player, text: str, revision: int, overwrite: bool = False) -> SubmittedRecord:
    """Save the text, unless a newer one is stored (`ChangedElsewhere`); with `overwrite` also then.

    A refused or undecided record becomes a draft again. Idempotent. Raise `NoSuchRecord`, `NotNow` or `UnreadableFile`.
    """
    record = locked_record(public_id, by)
    text = clean_text(text)
    if not record.is_editable:
        raise NotNow(_("This record is already sent and cannot be changed. Its page shows its status."))
    if text == record.text:
        return record
    check_size(text)
    if revision < record.revision and not overwrite:
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
    """Delete a draft. Raise `NoSuchRecord`, or `NotNow` for what was sent."""
    record = locked_record(public_id, by)
    if not record.is_draft:
        raise NotNow(_("This record is already sent. Withdraw it instead."))
    record.delete()


@transaction.atomic
def discard_batch(*, batch: UUID, by: Player) -> None:
    """Delete the unsent drafts of one file. Idempotent."""
    SubmittedRecord.objects.filter(batch=batch, by=by, status=Status.DRAFT).delete()


@transaction.atomic
def withdraw_record(*, public_id: str, by: Player) -> SubmittedRecord:
    """Withdraw what was sent; a check in progress is ignored. Raise `NoSuchRecord` or `NotNow`."""
    record = locked_record(public_id, by)
    if record.status == Status.VERIFIED:
        raise NotNow(_("This record is verified and belongs to a result, so it cannot be deleted."))
    record.status, record.token, record.lease_until = Status.WITHDRAWN, None, None
    record.save(update_fields=["status", "token", "lease_until"])
    return record


def _drafts(
    by: Player, club: Club, texts: Sequence[str], *, subject: UUID | None = None, batch: UUID | None = None
) -> list[SubmittedRecord]:
    for text in texts:
        check_size(text)
    drafts = [SubmittedRecord(by=by, club=club, text=text, reading=reading_of(text), batch=batch) for text in texts]
    for record in drafts:
        record.subject = subject or own_subject(by, record.uuid)
    return SubmittedRecord.objects.bulk_create(drafts)
