"""A play-off between those who are level where a division splits: an event like any other, made in one step."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.members.models import Account
from league.seasons.errors import MOVED, SeasonMoved
from league.seasons.models import PlayOff, Season
from league.seasons.selectors.leagues import divisions_of
from league.seasons.selectors.playing_off import Tie, ties_in
from league.seasons.selectors.promotion import promotion_of
from league.seasons.services.locking import check_latest, locked
from league.seasons.services.making import rules_like
from league.tournaments.models import Tournament
from league.tournaments.services.entering import enter_guest, enter_players
from league.tournaments.services.making import make_tournament

OF_DIVISIONS = {"format", "format_options", "tiebreaks", "pace", "summary"}  # what a play-off has of its own


@transaction.atomic
def make_play_off(*, season: Season, level: int, place: int, by: Account | None) -> Tournament:
    """Make a draft in which those who share a place of a division meet one another. Asked twice, it is the one there.

    Raises `NotTheOrganiser`, and `SeasonMoved` where nobody is level there any more.
    """
    check_latest(locked(season.league, by), season)
    ties = ties_in(promotion_of(season), divisions_of(season))
    tie = next((one for one in ties if (one.division.level, one.place) == (level, place)), None)
    if tie is None:
        raise SeasonMoved(str(MOVED))
    return tie.event or _made(tie, by)


def _made(tie: Tie, by: Account | None) -> Tournament:
    old = tie.division.tournament
    rules = {name: rule for name, rule in rules_like(old).items() if name not in OF_DIVISIONS}
    summary = _("The tied players of %(event)s play for promotion or relegation.") % {"event": old.name}
    event = make_tournament(club=old.club, name=tie.event_name, format="round-robin", summary=summary, by=by, **rules)
    enter_players(tournament=event, players=[one.player for one in tie.moves if not one.is_guest], by=by)
    for one in tie.moves:
        if one.is_guest:
            enter_guest(tournament=event, player=one.player, by=by)
    PlayOff.objects.update_or_create(division=tie.division, place=tie.place, defaults={"tournament": event})
    return event
