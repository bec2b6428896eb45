"""The league's row lock, under which its seasons change."""

from league.members.models import Account
from league.seasons.models import League, Season
from league.tournaments.access import require_organiser


def locked(league: League, by: Account | None) -> League:
    """The league as it stands now, nobody else's to change until the transaction ends; raises `NotTheOrganiser`."""
    found = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league.pk)
    require_organiser(by, found.club)
    return found


def latest(league: League) -> Season:
    """The last season there is; a league never is without one."""
    return league.seasons.order_by("-number")[0]
