"""A league is made with its first season: a draft of an event for every division."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.errors import EngineError
from engine.core.registry import game as game_named
from league.clubs.models import Club
from league.members.models import Account
from league.members.services.changes import note
from league.seasons.errors import LeagueRefused
from league.seasons.models import MOST_DIVISIONS, MOST_MOVES, Division, League, Season
from league.tournaments.access import require_organiser
from league.tournaments.models import Tournament
from league.tournaments.services.making import make_tournament


@dataclass(frozen=True, slots=True)
class Plan:
    """What a season consists of: its name, its divisions from the highest, how many change between two of them."""

    season: str
    divisions: Sequence[str]
    moves: int


@transaction.atomic
def make_league(*, club: Club, name: str, game: str, plan: Plan, by: Account | None, **rules: Any) -> League:
    """Make a league and its first season as drafts; `rules` is what `make_tournament` takes, alike for all divisions.

    Raises `NotTheOrganiser`, `LeagueRefused` with the field at fault, and `CannotBePlayed` as `make_tournament`.
    """
    require_organiser(by, club)
    Club.objects.select_for_update(of=("self",)).get(pk=club.pk)  # so that of two of one name the second is told so
    league = League.objects.create(club=club, name=_new_name(club, name), game=_known(game), made_by=by)
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
        event = make_tournament(
            club=club, name=event_name(season, division), game=game, by=by, **(rules | {"begins_at": None})
        )
        add_division(season, level, division, event, up=moves, down=moves if level < len(names) else 0)
    return league


def add_season(league: League, name: str, by: Account | None) -> Season:
    """Write the next season of a league whose lock the caller holds; raises `LeagueRefused`."""
    wanted = " ".join(name.split())
    longest = Season._meta.get_field("name").max_length or 0
    if not wanted:
        raise LeagueRefused(_("Enter a season name, for example the year."), field="season")
    if len(wanted) > longest:
        raise LeagueRefused(
            _("The season name can have at most %(most)d characters.") % {"most": longest}, field="season"
        )
    if league.seasons.filter(name__iexact=wanted).exists():
        raise LeagueRefused(
            _("%(league)s already has a season named %(season)s. Choose another name.")
            % {"league": league, "season": wanted},
            field="season",
        )
    return Season.objects.create(league=league, number=league.seasons.count() + 1, name=wanted, made_by=by)


def add_division(season: Season, level: int, name: str, event: Tournament, *, up: int, down: int) -> Division:
    """Write a division with its event; from the highest nobody goes up."""
    return Division.objects.create(
        season=season, level=level, name=name, tournament=event, up=up if level > 1 else 0, down=down
    )


def event_name(season: Season, division: str) -> str:
    """What the event of a division is called on the notice board."""
    return f"{season.league.name} {season.name}: {division}"


def checked_divisions(names: Sequence[str]) -> list[str]:
    """The names of the divisions, from the highest; raises `LeagueRefused`."""
    shown = [" ".join(name.split()) for name in names if name.strip()]
    longest = Division._meta.get_field("name").max_length or 0
    if not shown:
        raise LeagueRefused(_("Enter at least one division. Write one per line, highest first."), field="divisions")
    if len(shown) > MOST_DIVISIONS:
        raise LeagueRefused(
            _("A league can have at most %(most)d divisions.") % {"most": MOST_DIVISIONS}, field="divisions"
        )
    if len({name.casefold() for name in shown}) < len(shown):
        raise LeagueRefused(_("Two divisions have the same name. Give each a different name."), field="divisions")
    if any(len(name) > longest for name in shown):
        raise LeagueRefused(
            _("A division name can have at most %(most)d characters.") % {"most": longest}, field="divisions"
        )
    return shown


def checked_moves(moves: int) -> int:
    """How many go up or down, if so many may; raises `LeagueRefused`."""
    if not 0 <= moves <= MOST_MOVES:
        raise LeagueRefused(
            _("Enter 0 to %(most)d promoted or relegated players.") % {"most": MOST_MOVES}, field="moves"
        )
    return moves


def rules_like(event: Tournament) -> Mapping[str, Any]:
    """What `make_tournament` takes to make another event that is played as this one is."""
    return {
        "game": event.game,
        "format": event.format,
        "venue": event.venue,
        "options": event.options,
        "format_options": event.format_options,
        "scoring": event.scoring,
        "tiebreaks": event.tiebreaks,
        "pace": event.pace,
        "summary": event.summary,
        "round_minutes": event.round_minutes,
        "confirmations": event.confirmations,
        "endings": event.endings,
    }


def _new_name(club: Club, name: str) -> str:
    wanted = " ".join(name.split())
    longest = League._meta.get_field("name").max_length or 0
    if not wanted:
        raise LeagueRefused(_("Enter a league name."), field="name")
    if len(wanted) > longest:
        raise LeagueRefused(
            _("The league name can have at most %(most)d characters.") % {"most": longest}, field="name"
        )
    if club.leagues.filter(name__iexact=wanted).exists():
        raise LeagueRefused(
            _("%(club)s already has a league with this name. Choose another name.") % {"club": club}, field="name"
        )
    return wanted


def _known(game: str) -> str:
    try:
        return game_named(game).slug
    except EngineError as error:
        raise LeagueRefused(error.sentence, field="game") from error
