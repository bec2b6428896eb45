"""The pages of clubs, the desk of those who run one, its links and its log."""

from league.clubs.views.club import admit_bots, club, clubs, member, members, new, remove, settings
from league.clubs.views.importing import add_members
from league.clubs.views.inviting import invitation, open_invitation, own_invitation, resend, take_back
from league.clubs.views.joining import answer_request, join, join_link, open_join_link, revoke_join
from league.clubs.views.links import links, make_claim, revoke, revoke_claim_link, show
from league.clubs.views.log import log
from league.clubs.views.people import edit, guests, merge, undo_merge
from league.clubs.views.preview import preview

__all__ = [
    "add_members",
    "admit_bots",
    "answer_request",
    "club",
    "clubs",
    "edit",
    "guests",
    "invitation",
    "join",
    "join_link",
    "links",
    "log",
    "make_claim",
    "member",
    "members",
    "merge",
    "new",
    "open_invitation",
    "open_join_link",
    "own_invitation",
    "preview",
    "remove",
    "resend",
    "revoke",
    "revoke_claim_link",
    "revoke_join",
    "settings",
    "show",
    "take_back",
    "undo_merge",
]
