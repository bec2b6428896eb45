"""What the first page tells of clubs: new memberships and roles, invitations, and requests to join."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Membership
from league.clubs.selectors import clubs_asked_to_join, invitations_for, memberships_of_account, role_changes_of
from league.members.home_page import Line
from league.members.models import Account


def new_roles(account: Account, since: datetime | None) -> Sequence[Line]:
    """Clubs that admitted the reader, and roles that they were given."""
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
    """The clubs that invite the reader at their confirmed address."""
    return [
        Line(
            _("%(club)s invites you to join") % {"club": invitation.club},
            reverse("clubs:own-invitation", args=[invitation.public_id]),
            at=invitation.created_at,
        )
        for invitation in invitations_for(account)
    ]


def requests_to_join(account: Account, _since: datetime | None) -> Sequence[Line]:
    """The reader's clubs that players ask to join."""
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
