"""A season starts in all its divisions at once; before that it can be changed, or put away again."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.models import Account
from league.members.services.changes import note
from league.seasons.errors import LeagueRefused, SeasonMoved
from league.seasons.models import Season
from league.seasons.services.locking import check_latest, divisions_held, latest, locked
from league.seasons.services.making import checked_moves
from league.shared.errors import Refusal
from league.tournaments.errors import DeadlineRefused
from league.tournaments.services.deadlines import Deadlines, set_deadlines
from league.tournaments.services.running import cancel, start

NO_DEADLINES = Deadlines(None)


@transaction.atomic
def start_season(*, season: Season, by: Account | None, deadlines: Deadlines = NO_DEADLINES) -> None:
    """Start the event of every division that waits for it, or of none; their rounds have these deadlines.

    Without a first deadline every division keeps the deadlines it has. Done twice it starts nothing anew. Raises
    `NotTheOrganiser`, `SeasonMoved` for a season that was put away, `DeadlineRefused`, and `LeagueRefused` with the
    division that cannot start and why.
    """
    check_latest(locked(season.league, by), season)
    for division in divisions_held(season):
        if not division.tournament.takes_entries:
            continue
        try:
            if deadlines.first is not None:
                set_deadlines(tournament=division.tournament, deadlines=deadlines, by=by)
            start(tournament=division.tournament, by=by)
        except DeadlineRefused:
            raise
        except Refusal as refusal:
            raise LeagueRefused(
                _("%(division)s cannot start. %(why)s") % {"division": division.name, "why": refusal.message}
            ) from refusal


@transaction.atomic
def set_moves(*, season: Season, moves: Mapping[int, tuple[int, int]], by: Account | None) -> None:
    """Say of every level how many go up and how many down from it; as long as no other season follows.

    Raises `NotTheOrganiser`, `SeasonMoved` once there is a next season, and `LeagueRefused` for a number too large.
    """
    league = locked(season.league, by)
    if latest(league).pk != season.pk:
        raise SeasonMoved(_("The next season already exists. Change that season instead."))
    for division in season.divisions.all():
        up, down = (checked_moves(count) for count in moves.get(division.level, (division.up, division.down)))
        division.up, division.down = up if division.level > 1 else 0, down
        division.save(update_fields=["up", "down"])


@transaction.atomic
def put_season_away(*, season: Season, by: Account | None) -> None:
    """Take a season back that nobody has started: its events are called off, and the one before is the last again.

    Raises `NotTheOrganiser`, and `SeasonMoved` once a division has started, or for the first season of a league.
    """
    league = locked(season.league, by)
    divisions = divisions_held(season)
    if season.number == 1 or latest(league).pk != season.pk:
        raise SeasonMoved(_("You can discard only the latest season, and not the first."))
    if any(division.tournament.started_at is not None for division in divisions):
        raise SeasonMoved(
            _("%(season)s has already started. Cancel its divisions one by one.") % {"season": season.name}
        )
    for division in divisions:
        event = division.tournament
        division.delete()
        if event.takes_entries:
            cancel(tournament=event, by=by)
    season.delete()
    note(
        "season-put-away",
        gettext_noop("The season %(season)s of %(league)s was discarded before its start."),
        by=by,
        club=league.club.public_id,
        facts={"season": season.name, "league": league.name},
    )
