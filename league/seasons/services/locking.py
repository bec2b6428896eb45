"""The league's row lock, under which its seasons change."""

from django.utils.translation import gettext as _

from league.members.models import Account
from league.seasons.errors import SeasonMoved
from league.seasons.models import Division, League, Season
from league.tournaments.access import require_organiser


def locked(league: League, by: Account | None) -> League:
    """The league as it stands now, nobody else's to change until the transaction ends; raises `NotTheOrganiser`."""
    found = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league.pk)
    require_organiser(by, found.club)
    return found


def latest(league: League) -> Season:
    """The last season there is; a league never is without one."""
    return league.seasons.order_by("-number")[0]


def check_latest(league: League, season: Season) -> None:
    """Raise `SeasonMoved` for a season that was put away, or that another one follows."""
    if latest(league).pk != season.pk:
        raise SeasonMoved(_("This season no longer exists. Start from the latest season."))


def divisions_held(season: Season) -> list[Division]:
    """The divisions of a season whose league is locked, with their events locked by id before any of them changes."""
    held = season.divisions.select_for_update(of=("self", "tournament")).select_related("tournament__club")
    return list(held.order_by("tournament_id"))
