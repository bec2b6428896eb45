"""Create the next season from the last one, and play-offs between players who tie for promotion or relegation."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.seasons.errors import MOVED, LeagueRefused, SeasonMoved, SeasonNotOver
from league.seasons.models import Division, PlayOff, Season
from league.seasons.promotion import PlannedMove, Promotion, Tie, promotion_of, ties_in
from league.seasons.queries import divisions_of
from league.seasons.services import add_division, add_season, check_latest, locked_league, rules_like, tournament_name
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players

Newcomers = Mapping[int, Sequence[Player]]
"""New players by level."""

OF_DIVISIONS = {"format", "format_options", "tiebreaks", "pace", "summary"}  # that differ in a play-off


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
    """Create drafts of the next season's divisions, with the same rules, and enter the players.

    `instead` overrules the plan: public ids of entries, and a level or None. `seen` is the mark of the
    plan that was shown. If the next season exists, return it.

    Raise `NotTheOrganiser`, `SeasonNotOver`, `SeasonMoved` where the plan changed since, and `LeagueRefused`.
    """
    league = locked_league(season.league, by)
    following = league.seasons.filter(number=season.number + 1).first()
    if following is not None:
        return following
    check_latest(league, season)
    plan = promotion_of(season)
    if not plan.is_over:
        raise SeasonNotOver(
            _("You can create the next season when this one is finished. Unfinished: %(divisions)s."),
            divisions=", ".join(plan.open_divisions),
        )
    if plan.mark != seen:
        raise SeasonMoved(str(MOVED))
    made = add_season(league, name, by)
    _fill(
        made, list(season.divisions.select_related("tournament").order_by("level")), plan, instead or {}, newcomers, by
    )
    return made


def _fill(
    season: Season,
    divisions: Sequence[Division],
    plan: Promotion,
    instead: Mapping[str, int | None],
    newcomers: Newcomers | None,
    by: Account | None,
) -> None:
    levels = _levels(plan, instead, len(divisions))
    for old in divisions:
        tournament = make_tournament(
            club=season.league.club, name=tournament_name(season, old.name), by=by, **rules_like(old.tournament)
        )
        add_division(season, old.level, old.name, tournament, up=old.up, down=old.down)
        own = levels.get(old.level, [])
        belonging = [entry.player for entry in own if not entry.is_guest]
        members = _without_doubles([*belonging, *(newcomers or {}).get(old.level, ())])
        enter_players(tournament=tournament, players=members, by=by)
        for guest in _without_doubles([entry.player for entry in own if entry.is_guest]):
            if guest not in members:
                enter_guest(tournament=tournament, player=guest, by=by)


def _levels(plan: Promotion, instead: Mapping[str, int | None], lowest: int) -> dict[int, list[PlannedMove]]:
    """Return the players by level: relegated ones first, then those who stay, then promoted ones."""
    levels: dict[int, list[PlannedMove]] = {}
    for move in plan.moves:
        level = instead.get(move.entry, move.after)
        if level is None:
            continue
        if not 1 <= level <= lowest:
            raise LeagueRefused(_("There is no division %(level)d. Choose another division."), level=level)
        if not move.may_go_on:
            raise LeagueRefused(
                _("%(player)s is no longer a club member. Add the player to the club first."), player=move.player
            )
        levels.setdefault(level, []).append(move)
    return levels


def _without_doubles(players: Sequence[Player]) -> list[Player]:
    """Return each player once: after a merge, two entries may be of one player."""
    return list({player.pk: player for player in players}.values())


@transaction.atomic
def make_play_off(*, season: Season, level: int, place: int, by: Account | None) -> Tournament:
    """Create a draft of a tournament between players who tie for a place of a division. Idempotent.

    Raise `NotTheOrganiser`, and `SeasonMoved` where there is no such tie any more.
    """
    check_latest(locked_league(season.league, by), season)
    ties = ties_in(promotion_of(season), divisions_of(season))
    tie = next((tied for tied in ties if (tied.division.level, tied.place) == (level, place)), None)
    if tie is None:
        raise SeasonMoved(str(MOVED))
    return tie.tournament or _create_play_off(tie, by)


def _create_play_off(tie: Tie, by: Account | None) -> Tournament:
    old = tie.division.tournament
    rules = {name: rule for name, rule in rules_like(old).items() if name not in OF_DIVISIONS}
    summary = _("The tied players of %(event)s play for promotion or relegation.") % {"event": old.name}
    tournament = make_tournament(
        club=old.club, name=tie.tournament_name, format="round-robin", summary=summary, by=by, **rules
    )
    enter_players(tournament=tournament, players=[move.player for move in tie.moves if not move.is_guest], by=by)
    for move in tie.moves:
        if move.is_guest:
            enter_guest(tournament=tournament, player=move.player, by=by)
    PlayOff.objects.update_or_create(division=tie.division, place=tie.place, defaults={"tournament": tournament})
    return tournament
