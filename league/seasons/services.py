"""Changes to leagues and seasons. `by` is the account that acts; `None` is the site itself, which may do everything.

Lock order: the league, its tournaments by id, then as in `league.tournaments.services`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.errors import EngineError
from engine.core.registry import game as game_named
from league.accounts.audit_log import note
from league.accounts.models import Account
from league.clubs.models import Club
from league.common.errors import Refusal
from league.seasons.errors import LeagueRefused, SeasonMoved
from league.seasons.models import (
    LONGEST_DIVISION_NAME,
    LONGEST_LEAGUE_NAME,
    LONGEST_SEASON_NAME,
    MOST_DIVISIONS,
    MOST_MOVES,
    Division,
    League,
    Season,
)
from league.tournaments.errors import DeadlineRefused
from league.tournaments.models import Tournament
from league.tournaments.permissions import require_organiser
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.deadlines import Deadlines, set_deadlines
from league.tournaments.services.lifecycle import cancel, start

NO_DEADLINES = Deadlines(None)


def locked_league(league: League, by: Account | None) -> League:
    """Return the league, locked until the transaction ends. Raise `NotTheOrganiser`."""
    row = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league.pk)
    require_organiser(by, row.club)
    return row


def latest(league: League) -> Season:
    """Return the latest season; every league has one."""
    return league.seasons.order_by("-number")[0]


def check_latest(league: League, season: Season) -> None:
    """Raise `SeasonMoved` for a season that was discarded, or that is not the latest."""
    if latest(league).pk == season.pk:
        return
    if league.seasons.filter(pk=season.pk).exists():
        raise SeasonMoved(_("The next season already exists. Use that season instead."))
    raise SeasonMoved(_("This season no longer exists. Start from the latest season."))


def locked_divisions(season: Season) -> list[Division]:
    """Return the divisions of a season whose league is locked, with their tournaments locked in order of id."""
    locked = season.divisions.select_for_update(of=("self", "tournament")).select_related("tournament__club")
    return list(locked.order_by("tournament_id"))


@dataclass(frozen=True, slots=True)
class Plan:
    """A season to create: its name, its divisions from the highest, and how many move between two of them."""

    season: str
    divisions: Sequence[str]
    moves: int


@transaction.atomic
def make_league(*, club: Club, name: str, game: str, plan: Plan, by: Account | None, **rules: Any) -> League:
    """Create a league and its first season as drafts; `rules` are passed to `make_tournament`.

    Raise `NotTheOrganiser`, `LeagueRefused` with the field at fault, and `CannotBePlayed` as `make_tournament`.
    """
    require_organiser(by, club)
    Club.objects.select_for_update(of=("self",)).get(pk=club.pk)  # so that names are unique
    league = League.objects.create(
        club=club, name=_checked_league_name(club, name), game=_checked_game(game), made_by=by
    )
    note(
        "league-made",
        gettext_noop("League %(league)s was created."),
        by=by,
        club=club.public_id,
        facts={"league": league.name},
    )
    season = add_season(league, plan.season, by)
    names = checked_divisions(plan.divisions)
    moves = checked_moves(plan.moves)
    for level, division in enumerate(names, start=1):
        tournament = make_tournament(
            club=club, name=tournament_name(season, division), game=game, by=by, **(rules | {"begins_at": None})
        )
        add_division(season, level, division, tournament, up=moves, down=moves if level < len(names) else 0)
    return league


def add_season(league: League, name: str, by: Account | None) -> Season:
    """Create the next season of a locked league. Raise `LeagueRefused`."""
    title = " ".join(name.split())
    if not title:
        raise LeagueRefused(_("Enter a season name, for example the year."), field="season")
    if len(title) > LONGEST_SEASON_NAME:
        sentence = _("The season name can have at most %(most)d characters.")
        raise LeagueRefused(sentence, most=LONGEST_SEASON_NAME, field="season")
    if league.seasons.filter(name__iexact=title).exists():
        raise LeagueRefused(
            _("%(league)s already has a season named %(season)s. Choose another name."),
            league=league,
            season=title,
            field="season",
        )
    return Season.objects.create(league=league, number=league.seasons.count() + 1, name=title, made_by=by)


def add_division(season: Season, level: int, name: str, tournament: Tournament, *, up: int, down: int) -> Division:
    """Create a division with its tournament; nobody is promoted from the highest."""
    return Division.objects.create(
        season=season, level=level, name=name, tournament=tournament, up=up if level > 1 else 0, down=down
    )


def tournament_name(season: Season, division: str) -> str:
    """Return the name of the tournament of a division."""
    return f"{season.league.name} {season.name}: {division}"


def checked_divisions(names: Sequence[str]) -> list[str]:
    """Return the normalised names of the divisions. Raise `LeagueRefused`."""
    shown = [" ".join(name.split()) for name in names if name.strip()]
    if not shown:
        raise LeagueRefused(_("Enter at least one division. Write one per line, highest first."), field="divisions")
    if len(shown) > MOST_DIVISIONS:
        raise LeagueRefused(_("A league can have at most %(most)d divisions."), most=MOST_DIVISIONS, field="divisions")
    if len({name.casefold() for name in shown}) < len(shown):
        raise LeagueRefused(_("Two divisions have the same name. Give each a different name."), field="divisions")
    if any(len(name) > LONGEST_DIVISION_NAME for name in shown):
        raise LeagueRefused(
            _("A division name can have at most %(most)d characters."), most=LONGEST_DIVISION_NAME, field="divisions"
        )
    return shown


def checked_moves(moves: int) -> int:
    """Return the number if it is allowed. Raise `LeagueRefused`."""
    if not 0 <= moves <= MOST_MOVES:
        raise LeagueRefused(_("Enter 0 to %(most)d promoted or relegated players."), most=MOST_MOVES, field="moves")
    return moves


def rules_like(tournament: Tournament) -> Mapping[str, Any]:
    """Return the arguments of `make_tournament` for another tournament with the same rules."""
    return {
        "game": tournament.game,
        "format": tournament.format,
        "venue": tournament.venue,
        "options": tournament.options,
        "format_options": tournament.format_options,
        "scoring": tournament.scoring,
        "tiebreaks": tournament.tiebreaks,
        "pace": tournament.pace,
        "summary": tournament.summary,
        "round_minutes": tournament.round_minutes,
        "confirmations": tournament.confirmations,
        "endings": tournament.endings,
    }


def _checked_league_name(club: Club, name: str) -> str:
    title = " ".join(name.split())
    if not title:
        raise LeagueRefused(_("Enter a league name."), field="name")
    if len(title) > LONGEST_LEAGUE_NAME:
        sentence = _("The league name can have at most %(most)d characters.")
        raise LeagueRefused(sentence, most=LONGEST_LEAGUE_NAME, field="name")
    if club.leagues.filter(name__iexact=title).exists():
        raise LeagueRefused(
            _("%(club)s already has a league with this name. Choose another name."), club=club, field="name"
        )
    return title


def _checked_game(game: str) -> str:
    try:
        return game_named(game).slug
    except EngineError as error:
        raise LeagueRefused(error.sentence, field="game") from error


@transaction.atomic
def start_season(*, season: Season, by: Account | None, deadlines: Deadlines = NO_DEADLINES) -> None:
    """Start the tournaments of all divisions that have not started, or of none, with these deadlines.

    Without a first deadline every division keeps its deadlines. Idempotent. Raise `NotTheOrganiser`, `SeasonMoved` for
    a season that was discarded or has a next one, `DeadlineRefused`, and `LeagueRefused` with the division that cannot
    start and why.
    """
    check_latest(locked_league(season.league, by), season)
    for division in locked_divisions(season):
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
                _("%(division)s cannot start. %(why)s"), division=division.name, why=refusal.message
            ) from refusal


@transaction.atomic
def set_moves(*, season: Season, moves: Mapping[int, tuple[int, int]], by: Account | None) -> None:
    """Set the numbers of promoted and relegated players by level, until the next season is created.

    Raise `NotTheOrganiser`, `SeasonMoved` for a season that was discarded or has a next one, and `LeagueRefused` for a
    number too large, or for players relegated from the lowest division.
    """
    check_latest(locked_league(season.league, by), season)
    divisions = list(season.divisions.order_by("level"))
    for division in divisions:
        up, down = (checked_moves(count) for count in moves.get(division.level, (division.up, division.down)))
        if division == divisions[-1] and down:
            raise LeagueRefused(
                _("No player can be relegated from the lowest division. Enter 0."), field=f"down-{division.level}"
            )
        division.up, division.down = up if division.level > 1 else 0, down
        division.save(update_fields=["up", "down"])


@transaction.atomic
def discard_season(*, season: Season, by: Account | None) -> None:
    """Discard a season that has not started, and cancel its tournaments.

    Raise `NotTheOrganiser`, and `SeasonMoved` once a division has started, or for the first season of a league.
    """
    league = locked_league(season.league, by)
    divisions = locked_divisions(season)
    if season.number == 1 or latest(league).pk != season.pk:
        raise SeasonMoved(_("You can discard only the latest season, and not the first."))
    if any(division.tournament.started_at is not None for division in divisions):
        raise SeasonMoved(_("%(season)s has already started. Cancel its divisions one by one."), season=season.name)
    for division in divisions:
        tournament = division.tournament
        division.delete()
        if tournament.takes_entries:
            cancel(tournament=tournament, by=by)
    season.delete()
    note(
        "season-discarded",
        gettext_noop("The season %(season)s of %(league)s was discarded before its start."),
        by=by,
        club=league.club.public_id,
        facts={"season": season.name, "league": league.name},
    )
