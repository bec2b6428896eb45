"""Every change to clubs and to who belongs to them. `by=None` is the house itself, which may do everything."""

from league.clubs.services.clubs import change_club, found_club, own_orphaned_clubs
from league.clubs.services.inviting import accept_invitation, forget_invitations, invite, take_back_invitation
from league.clubs.services.links import make_show_link, revoke_show_link
from league.clubs.services.members import (
    admit,
    admit_by_name,
    admit_each,
    admit_somebody,
    change_role,
    remove_member,
)
from league.clubs.services.people import issue_claim, leave_all_clubs, move_memberships, note_claim, revoke_claim

__all__ = [
    "accept_invitation",
    "admit",
    "admit_by_name",
    "admit_each",
    "admit_somebody",
    "change_club",
    "change_role",
    "forget_invitations",
    "found_club",
    "invite",
    "issue_claim",
    "leave_all_clubs",
    "make_show_link",
    "move_memberships",
    "note_claim",
    "own_orphaned_clubs",
    "remove_member",
    "revoke_claim",
    "revoke_show_link",
    "take_back_invitation",
]
