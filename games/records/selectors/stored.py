"""Every record that the house keeps, one after the other: those of matches, and those that people brought."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from games.matches.models import MatchRecord
from games.records.models import BroughtRecord

AT_ONCE = 200  # rows in memory


class Stored(NamedTuple):
    """A kept record: its text, its page, and whether its deal is still sealed."""

    text: str
    address: str
    is_sealed: bool = False


def stored_records(*, game: str = "", since: datetime | None = None) -> Iterator[Stored]:
    """The stored records but pruned ones, the oldest first; of one game, or kept since then, where that is asked."""
    played = MatchRecord.objects.exclude(text="").select_related("match__block")
    for found in _narrowed(played, "match__", "finished_at", game, since):
        match = found.match
        yield Stored(found.text, reverse("matches:match", args=[match.public_id]), match.block.is_sealed)
    verified = BroughtRecord.objects.filter(status=BroughtRecord.Status.VERIFIED)
    for record in _narrowed(verified, "", "checked_at", game, since):
        yield Stored(record.completed, reverse("records:record", args=[record.public_id]))


def _narrowed(rows: "QuerySet[Any]", path: str, moment: str, game: str, since: datetime | None) -> Iterator[Any]:
    if game:
        rows = rows.filter(**{f"{path}game": game})
    if since is not None:
        rows = rows.filter(**{f"{path}{moment}__gte": since})
    return rows.order_by("pk").iterator(chunk_size=AT_ONCE)
