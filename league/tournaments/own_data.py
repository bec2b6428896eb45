"""Who has to do with events, and what is kept of somebody about them."""

from collections.abc import Sequence
from typing import Any

from league.members.models import Player
from league.tournaments.models import Entry


def entries_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """The events somebody entered, for themselves."""
    entries = Entry.objects.filter(player__in=players).select_related("tournament__club").order_by("pk")
    return [
        {
            "event": entry.tournament.name,
            "club": entry.tournament.club.name,
            "number": entry.number,
            "guest": entry.is_guest,
            "entered": entry.created_at,
            "checked in": entry.checked_in_at,
        }
        for entry in entries
    ]
