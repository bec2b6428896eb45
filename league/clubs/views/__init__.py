"""The pages of clubs, the desk of those who run one, its links and its log."""

from league.clubs.views.club import admit_bots, club, clubs, member, members, new, remove, settings
from league.clubs.views.inviting import invitation, open_invitation, take_back
from league.clubs.views.links import links, make_claim, revoke, revoke_claim_link, show
from league.clubs.views.log import log
from league.clubs.views.preview import preview

__all__ = [
    "admit_bots",
    "club",
    "clubs",
    "invitation",
    "links",
    "log",
    "make_claim",
    "member",
    "members",
    "new",
    "open_invitation",
    "preview",
    "remove",
    "revoke",
    "revoke_claim_link",
    "settings",
    "show",
    "take_back",
]
