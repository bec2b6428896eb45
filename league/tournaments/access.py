"""Who may change a tournament: those who run its club."""

from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.members.models import Account
from league.tournaments.errors import NotTheOrganiser


def require_organiser(account: Account | None, club: Club) -> None:
    """Refuse whoever does not organise the club's tournaments; `None` is the house itself."""
    if account is not None and not rights_of(account, club).organise:
        raise NotTheOrganiser(_("Only organisers of %(club)s can do this. Ask one of them.") % {"club": club.name})


def require_scorer(account: Account | None, club: Club) -> None:
    """Refuse whoever may not enter the club's results; `None` is the house itself."""
    if account is not None and not rights_of(account, club).score:
        raise NotTheOrganiser(
            _("Only organisers and scorers of %(club)s can do this. Ask one of them.") % {"club": club.name}
        )
