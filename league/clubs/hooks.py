"""Hooks that clubs register with lower apps: lines of the home page, data export, signals."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.address_proof import proves_address
from league.accounts.home_page import Line
from league.accounts.models import Account, Change, Player
from league.accounts.services.players import player_for
from league.accounts.signals import (
    account_leaving,
    merge_proposed,
    merge_undoing,
    place_claimed,
    player_claimed,
    players_merging,
)
from league.clubs.models import Invitation, JoinRequest, Membership
from league.clubs.queries import (
    clubs_asked_to_join,
    invitations_for,
    memberships_of_account,
    memberships_to_move,
    role_changes_of,
)
from league.clubs.services.clubs import assign_missing_owner
from league.clubs.services.invitations import forget_invitations
from league.clubs.services.members import leave_all_clubs
from league.clubs.services.merging import move_invitations, move_memberships, restore_invitations, restore_memberships
from league.clubs.services.players import note_claim


def new_roles(account: Account, since: datetime | None) -> Sequence[Line]:
    """Return clubs that added the reader, and new roles."""
    if since is None:
        return []
    memberships = memberships_of_account(account)
    changed = role_changes_of(memberships, since)
    lines = []
    for membership in memberships:
        at = changed.get(membership.pk)
        if at is not None or membership.created_at > since:
            lines.append(_line(membership, at or membership.created_at))
    return lines


def own_invitations(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Return invitations to the reader's confirmed address."""
    return [
        Line(
            _("%(club)s invites you to join") % {"club": invitation.club},
            reverse("clubs:answer-invitation", args=[invitation.public_id]),
            at=invitation.created_at,
        )
        for invitation in invitations_for(account)
    ]


def requests_to_join(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Return the reader's clubs with requests to join."""
    return [
        Line(
            ngettext("%(count)d player asks to join %(club)s", "%(count)d players ask to join %(club)s", count)
            % {"count": count, "club": club},
            reverse("clubs:members", args=[club.slug]),
        )
        for club, count in clubs_asked_to_join(account)
    ]


def _line(membership: Membership, at: datetime) -> Line:
    words = (
        _("Your new role at %(club)s: %(role)s")
        if membership.role != Membership.Role.MEMBER
        else _("You are now a member of %(club)s")
    )
    facts = {"role": membership.get_role_display(), "club": membership.club}
    return Line(words % facts, reverse("clubs:club", args=[membership.club.slug]), at=at)


def export_memberships(players: Sequence[Player]) -> dict[str, Any]:
    """Return memberships, invitations, requests to join and changes in the audit log, for the data export."""
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
        "invitations": [{"club": invitation.club.name, "since": invitation.created_at} for invitation in invitations],
        "join_requests": [{"club": request.club.name, "since": request.created_at} for request in requests],
        "changes": [
            {"at": change.at, "what": change.verb, "club": change.club, "event": change.event} for change in changes
        ],
    }


@receiver(place_claimed)
def assign_missing_owners(*, account: Account, **_: Any) -> None:
    """Make the first site admin the owner of clubs without one."""
    assign_missing_owner(player=player_for(account))


@receiver(players_merging)
def transfer_memberships(*, former: Player, standing: Player, changes: dict[str, Any], **_: Any) -> None:
    """Move memberships of a merged player, with the higher role."""
    changes["clubs"] = move_memberships(former=former, standing=standing)
    changes["invitations"] = move_invitations(former=former, standing=standing)


@receiver(merge_undoing)
def restore_both_memberships(*, former: Player, standing: Player, changes: dict[str, Any], **_: Any) -> None:
    """Restore the memberships of both players."""
    restore_memberships(former=former, standing=standing, moves=changes["clubs"])
    restore_invitations(former=former, standing=standing, invitations=changes["invitations"])


@receiver(merge_proposed)
def name_memberships(*, former: Player, standing: Player, **_: Any) -> list[str]:
    """List the clubs and roles that the remaining player takes over."""
    return memberships_to_move(former, standing)


@receiver(player_claimed)
def log_claim(*, player: Player, claimed: Player, account: Account, **_: Any) -> None:
    """Log in their clubs that a player was claimed."""
    note_claim(player=player, claimed=claimed, account=account)


@receiver(account_leaving)
def leave_clubs(*, player: Player | None, account: Account, **_: Any) -> None:
    """Remove a deleted account from all clubs; the last owner has to hand over first."""
    forget_invitations(account=account)
    if player is not None:
        leave_all_clubs(player=player, account=account)
