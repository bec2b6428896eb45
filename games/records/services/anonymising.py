"""What happens to records when an account is deleted."""

from typing import Final

from django.db import transaction
from django.db.models import Q

from engine.notation.renaming import rename_player
from games.records.models import SubmittedRecord, SubmittedSeat
from games.records.partial_parsing import reading_of
from league.accounts.models import Player

Status = SubmittedRecord.Status

NAMELESS: Final = "Somebody {seat}"  # in the text of a record
_UNSENT: Final = (Status.DRAFT, Status.REFUSED, Status.WITHDRAWN)


@transaction.atomic
def forget_drafts(*, player: Player) -> None:
    """Delete the player's records that nobody else can read, and remove their name from the text of the others."""
    own = Q(player=player) | Q(player__merged_into=player)
    SubmittedRecord.objects.filter(by=player, status__in=_UNSENT).delete()
    for seat in SubmittedSeat.objects.filter(own).exclude(label="").select_related("record").order_by("pk"):
        record = SubmittedRecord.objects.select_for_update().get(pk=seat.record_id)
        _remove_name(record, seat.label, NAMELESS.format(seat=seat.seat + 1))
        record.save(update_fields=["text", "reading", "verdict"])
        seat.label = ""
        seat.save(update_fields=["label"])


def _remove_name(record: SubmittedRecord, label: str, nameless: str) -> None:
    """Replace the name, in moves only where the record stays that of the same game: the name can be that of a card."""
    text = rename_player(record.text, label, nameless, in_moves=True)
    is_same = record.fingerprint and reading_of(text)["fingerprint"] == record.fingerprint
    record.text = text if is_same else rename_player(record.text, label, nameless)
    if record.reading["fault"]:
        record.reading = reading_of(record.text)
    seats = [nameless if seat == label else seat for seat in record.reading["seats"]]
    record.reading = {**record.reading, "seats": seats}
    if record.status == Status.REFUSED and record.verdict:
        sentence = rename_player(record.verdict["sentence"], label, nameless, in_moves=True)
        record.verdict = {**record.verdict, "sentence": sentence}
