"""The list of entries before the start: some are taken out, and the numbers close up."""

from collections.abc import Iterable, Sequence

from league.tournaments.models import Entry, Tournament
from league.tournaments.services.changing import changed


def strike(event: Tournament, entries: Iterable[Entry]) -> None:
    """Take entries out before the start as if they had never been there. The caller holds the tournament's lock."""
    event.entries.filter(pk__in=[entry.pk for entry in entries]).delete()
    renumber(list(event.entries.order_by("number")))
    changed(event)


def renumber(entries: Sequence[Entry]) -> None:
    """Number the entries as they stand in this list, from 1."""
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])
