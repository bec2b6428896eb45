"""Links that show a private club to whoever holds one."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.clubs.errors import NotYours, TooManyLinks
from league.clubs.models import Club, ShowLink
from league.clubs.rules import is_owner
from league.members.audit_log import note
from league.members.models import Account
from league.members.queries import player_of

MOST_LINKS = 50
LONGEST_LABEL = 80


@transaction.atomic
def make_show_link(*, club: Club, label: str = "", by: Account | None = None) -> ShowLink:
    """Return a new link that shows the club, to be read and no more. Raises `NotYours`, `TooManyLinks`."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    _check_owner(by, club)
    if club.show_links.filter(revoked_at=None).count() >= MOST_LINKS:
        raise TooManyLinks(_("The club already has %(most)d view-only links. Revoke one first.") % {"most": MOST_LINKS})
    label = " ".join(label.split())[:LONGEST_LABEL]
    link = ShowLink.objects.create(club=club, label=label, made_by=player_of(by) if by else None)
    template = gettext_noop("A view-only link was created (%(label)s).")
    note("show-link-made", template, by=by, club=club.public_id, facts={"label": str(link)})
    return link


@transaction.atomic
def revoke_show_link(*, link: ShowLink, by: Account | None = None) -> None:
    """End a link: whoever opened it sees nothing from the next page on. Revoked twice is revoked once."""
    link = ShowLink.objects.select_for_update(of=("self",)).select_related("club").get(pk=link.pk)
    _check_owner(by, link.club)
    if link.revoked_at is not None:
        return
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    template = gettext_noop("The view-only link (%(label)s) was revoked.")
    note("show-link-revoked", template, by=by, club=link.club.public_id, facts={"label": str(link)})


def _check_owner(by: Account | None, club: Club) -> None:
    if by is not None and not is_owner(by, club):
        raise NotYours(_("Only owners of %(club)s can create and revoke these links. Ask an owner.") % {"club": club})
