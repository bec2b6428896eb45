"""Somebody goes for good: what they alone could read goes with them, and their name from what stays."""

import json
import re

from django.db import transaction
from django.db.models import Q

from games.records.models import BroughtRecord, BroughtSeat
from league.members.models import Player

Status = BroughtRecord.Status

_UNSENT = (Status.DRAFT, Status.REFUSED, Status.WITHDRAWN)
_SEATS = re.compile(r"^Seats:.*$", re.MULTILINE)
NAMELESS = "Somebody {seat}"  # in the text of a record, a document in one language that tells seats by name


@transaction.atomic
def forget_drafts(*, player: Player) -> None:
    """Delete the records of theirs that nobody else can read, and take their name out of the text of the others."""
    own = Q(player=player) | Q(player__merged_into=player)
    BroughtRecord.objects.filter(by=player, status__in=_UNSENT).delete()
    for seat in BroughtSeat.objects.filter(own).exclude(label="").select_related("record").order_by("pk"):
        record = BroughtRecord.objects.select_for_update().get(pk=seat.record_id)
        nameless = NAMELESS.format(seat=seat.seat + 1)
        record.text = _without(seat.label, record.text, nameless)
        record.reading = json.loads(json.dumps(record.reading).replace(json.dumps(seat.label), json.dumps(nameless)))
        record.save(update_fields=["text", "reading"])
        seat.label = ""
        seat.save(update_fields=["label"])


def _without(label: str, text: str, nameless: str) -> str:
    """The text with another name on its seats; moves that name the seat by it say the same of the new one."""
    if not _SEATS.search(text):
        return text.replace(json.dumps(label, ensure_ascii=False), json.dumps(nameless))
    return re.sub(rf"(?<!\w){re.escape(label)}(?!\w)", nameless, text)
