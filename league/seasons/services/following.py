"""The next season is made from the last one in one step: who goes up, who goes down, who stays, who is new."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.members.models import Account, Player
from league.seasons.errors import MOVED, LeagueRefused, SeasonMoved, SeasonNotOver
from league.seasons.models import Division, Season
from league.seasons.selectors.promotion import PlannedMove, Promotion, promotion_of
from league.seasons.services.locking import check_latest, locked
from league.seasons.services.making import add_division, add_season, event_name, rules_like
from league.tournaments.services.entering import enter_guest, enter_players
from league.tournaments.services.making import make_tournament

Newcomers = Mapping[int, Sequence[Player]]
"""Who begins at which level."""


@transaction.atomic
def make_next_season(
    *,
    season: Season,
    name: str,
    by: Account | None,
    seen: str,
    instead: Mapping[str, int | None] | None = None,
    newcomers: Newcomers | None = None,
) -> Season:
    """Make drafts of the next season's divisions, played as those of this one, with everybody where they belong.

    `instead` overrules the plan: public ids of entries, and a level or None. `seen` is the mark of the
    plan that was looked at. Asked twice, it answers with the season that is there.

    Raises `NotTheOrganiser`, `SeasonNotOver`, `SeasonMoved` where the plan is not as it was seen, and `LeagueRefused`.
    """
    league = locked(season.league, by)
    following = league.seasons.filter(number=season.number + 1).first()
    if following is not None:
        return following
    check_latest(league, season)
    plan = promotion_of(season)
    if not plan.is_over:
        raise SeasonNotOver(
            _("You can create the next season when this one is finished. Unfinished: %(divisions)s.")
            % {"divisions": ", ".join(plan.open_divisions)}
        )
    if plan.mark != seen:
        raise SeasonMoved(str(MOVED))
    made = add_season(league, name, by)
    _fill(
        made, list(season.divisions.select_related("tournament").order_by("level")), plan, instead or {}, newcomers, by
    )
    return made


def _fill(
    made: Season,
    divisions: Sequence[Division],
    plan: Promotion,
    instead: Mapping[str, int | None],
    newcomers: Newcomers | None,
    by: Account | None,
) -> None:
    levels = _levels(plan, instead, len(divisions))
    for old in divisions:
        event = make_tournament(
            club=made.league.club, name=event_name(made, old.name), by=by, **rules_like(old.tournament)
        )
        add_division(made, old.level, old.name, event, up=old.up, down=old.down)
        own = levels.get(old.level, [])
        belonging = [one.player for one in own if not one.is_guest]
        members = _without_doubles([*belonging, *(newcomers or {}).get(old.level, ())])
        enter_players(tournament=event, players=members, by=by)
        for guest in _without_doubles([one.player for one in own if one.is_guest]):
            if guest not in members:
                enter_guest(tournament=event, player=guest, by=by)


def _levels(plan: Promotion, instead: Mapping[str, int | None], lowest: int) -> dict[int, list[PlannedMove]]:
    """Who plays at which level: those who come down first, then those who stay, then those who come up."""
    levels: dict[int, list[PlannedMove]] = {}
    for move in plan.moves:
        level = instead.get(move.entry, move.after)
        if level is None:
            continue
        if not 1 <= level <= lowest:
            raise LeagueRefused(_("There is no division %(level)d. Choose another division.") % {"level": level})
        if not move.may_go_on:
            raise LeagueRefused(
                _("%(player)s is no longer a club member. Add the player to the club first.") % {"player": move.player}
            )
        levels.setdefault(level, []).append(move)
    return levels


def _without_doubles(players: Sequence[Player]) -> list[Player]:
    """Each once: two entries may be of one person since their players were merged."""
    return list({player.pk: player for player in players}.values())
