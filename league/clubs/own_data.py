"""What clubs keep of somebody, for themselves."""

from collections.abc import Sequence
from typing import Any

from league.clubs.models import Membership
from league.members.models import Change, Player


def memberships_told(players: Sequence[Player]) -> dict[str, Any]:
    """Where they belong, and what the logs say that they changed."""
    memberships = Membership.objects.filter(player__in=players).select_related("club").order_by("pk")
    changes = Change.objects.filter(by__in=players).order_by("pk")
    return {
        "memberships": [
            {"club": membership.club.name, "role": membership.role, "since": membership.created_at}
            for membership in memberships
        ],
        "changes": [
            {"at": change.at, "what": change.verb, "club": change.club, "event": change.event} for change in changes
        ],
    }
