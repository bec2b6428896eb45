"""What clubs keep of somebody, for themselves."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from league.clubs.models import Invitation, JoinRequest, Membership
from league.members.mail import proves_address
from league.members.models import Change, Player


def memberships_told(players: Sequence[Player]) -> dict[str, Any]:
    """Where they belong, and what the logs say that they changed."""
    memberships = Membership.objects.filter(player__in=players).select_related("club").order_by("pk")
    accounts = [player.account for player in players if player.account is not None]
    own = Q(email__in=[account.email for account in accounts if proves_address(account)])
    invitations = Invitation.objects.filter(own | Q(accepted_by__in=accounts)).select_related("club").order_by("pk")
    requests = JoinRequest.objects.filter(player__in=players).select_related("club").order_by("pk")
    changes = Change.objects.filter(by__in=players).order_by("pk")
    return {
        "memberships": [
            {
                "club": membership.club.name,
                "role": membership.role,
                "number": membership.number,
                "since": membership.created_at,
            }
            for membership in memberships
        ],
        "invitations": [{"club": one.club.name, "since": one.created_at} for one in invitations],
        "join_requests": [{"club": one.club.name, "since": one.created_at} for one in requests],
        "changes": [
            {"at": change.at, "what": change.verb, "club": change.club, "event": change.event} for change in changes
        ],
    }
