"""Every change to clubs and to who belongs to them. `by=None` is the house itself, which may do everything."""

from league.clubs.services.clubs import change_club, found_club, own_orphaned_clubs
from league.clubs.services.editing import edit_player, may_edit, number_member
from league.clubs.services.importing import import_members, preview_import
from league.clubs.services.inviting import (
    Invitee,
    forget_invitations,
    invite,
    invite_each,
    resend_invitation,
    take_back_invitation,
)
from league.clubs.services.joining import (
    accept_invitation,
    approve_request,
    decline_request,
    join_by_link,
    make_join_link,
    revoke_join_link,
)
from league.clubs.services.links import make_show_link, revoke_show_link
from league.clubs.services.members import (
    admit,
    admit_by_name,
    change_role,
    remove_member,
)
from league.clubs.services.merging import (
    merge_at,
    move_invitations,
    move_memberships,
    preview_merge_at,
    restore_invitations,
    restore_memberships,
    undo_merge_at,
)
from league.clubs.services.people import issue_claim, leave_all_clubs, note_claim, revoke_claim

__all__ = [
    "Invitee",
    "accept_invitation",
    "admit",
    "admit_by_name",
    "approve_request",
    "change_club",
    "change_role",
    "decline_request",
    "edit_player",
    "forget_invitations",
    "found_club",
    "import_members",
    "invite",
    "invite_each",
    "issue_claim",
    "join_by_link",
    "leave_all_clubs",
    "make_join_link",
    "make_show_link",
    "may_edit",
    "merge_at",
    "move_invitations",
    "move_memberships",
    "note_claim",
    "number_member",
    "own_orphaned_clubs",
    "preview_import",
    "preview_merge_at",
    "remove_member",
    "resend_invitation",
    "restore_invitations",
    "restore_memberships",
    "revoke_claim",
    "revoke_join_link",
    "revoke_show_link",
    "take_back_invitation",
    "undo_merge_at",
]
