"""What is kept of somebody among the records, for themselves."""

from collections.abc import Sequence
from typing import Any

from games.records.models import BroughtRecord
from league.members.models import Player


def records_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """The records they brought, drafts too, as they wrote them."""
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
