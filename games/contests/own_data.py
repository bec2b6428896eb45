"""What is kept of the contests that somebody's bots entered, for themselves."""

from collections.abc import Sequence
from typing import Any

from games.contests.models import Entry
from league.members.models import Player


def contests_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Every bot of theirs in a contest, and what played for it."""
    accounts = [player.account_id for player in players if player.account_id]
    entries = Entry.objects.filter(owner__in=accounts).select_related("contest", "player").order_by("pk")
    return [
        {
            "contest": entry.contest.name,
            "bot": entry.player.name,
            "entered": entry.created_at,
            "closed": entry.contest.closed_at,
            "played": entry.bot,
            "left out because": entry.left_out_because,
        }
        for entry in entries
    ]
