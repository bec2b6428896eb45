"""The desk's parts about people and the event itself: how many are in, who waits, and the doors to their lists."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.tournaments.models import Tournament

Status = Tournament.Status


def people_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """How many entered, wait, are here and left, in one query; for scorers only while they check in."""
    if not rights.organise and event.status != Status.CHECK_IN:
        return None
    rows = list(event.entries.values_list("left_round", "checked_in_at"))
    capacity = len(rows) if event.capacity is None or not event.takes_entries else event.capacity
    return {
        "listed": len(rows),
        "entered": min(len(rows), capacity),
        "waiting": max(len(rows) - capacity, 0),
        "left": sum(gone is not None for gone, _here in rows),
        "here": sum(here is not None for _gone, here in rows),
        "phases": _phases(event),
        "for_people": not event.is_on_the_machine,
    }


def event_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """The doors of the event itself."""
    can_reopen = event.status == Status.CANCELLED or event.ended_early or (event.is_over and event.by_evenings)
    return {"can_reopen": can_reopen} if rights.organise else None


def _phases(event: Tournament) -> list[tuple[str, str]]:
    """Where an event that has not started may go, and how the button says it."""
    if event.is_on_the_machine or not event.takes_entries:
        return []
    ways = {
        Status.REGISTRATION: _("Open registration"),
        Status.CHECK_IN: _("Open check-in"),
        Status.DRAFT: _("Close registration"),
    }
    if event.by_evenings:
        del ways[Status.CHECK_IN]  # whoever comes is ticked, evening by evening
    if event.status == Status.CHECK_IN:
        ways[Status.DRAFT] = _("Close check-in")
    return [(to.value, words) for to, words in ways.items() if to != event.status]
