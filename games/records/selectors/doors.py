"""To which club somebody may bring records."""

from django.utils.translation import gettext as _

from games.records.errors import NotYourRecord
from league.clubs.models import Club
from league.clubs.rules import rights_of
from league.clubs.selectors import club_seen_by
from league.members.models import Account


def club_to_bring_to(slug: str, account: Account) -> Club:
    """The club, for its members. Raises `NoSuchClub`, or `NotYourRecord` for who does not belong to it."""
    club = club_seen_by(slug, account)
    if not rights_of(account, club).record:
        raise NotYourRecord(
            _("Only members of %(club)s can add game records. Ask an organiser to add you.") % {"club": club}
        )
    return club
