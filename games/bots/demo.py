"""The demo: a club whose built-in bots play from the first minute."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction

from engine.core import registry
from engine.core.game import Game
from games.bots.queries import builtin_bot_players
from games.bots.services import ensure_builtin_bots
from league.clubs.models import Club
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.common.locks import advisory_lock
from league.competition.formats import format_named
from league.competition.options import Options
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.suggested_settings import fits

CLUB = "Scone Card Club"
SUMMARY = "Built-in bots play here, so there is always a game to watch."
FIRST = "lords-of-scotland"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A tournament of the demo, for all built-in bots that play its game."""

    name: str
    game: str
    format: str
    format_options: Options = field(default_factory=dict)


def events() -> Iterator[Event]:
    """Return the tournaments: a double round robin of Lords of Scotland, then the other games."""
    yield Event(name="The Stone of Scone", game=FIRST, format="round-robin", format_options={"cycles": 2, "legs": 2})
    others = (event_of(game) for slug, game in registry.games().items() if slug != FIRST)
    yield from (event for event in others if event)
    yield Event(
        name="Three at a Table",
        game=FIRST,
        format="table-round-robin",
        format_options={"table_size": 3, "largest": 3, "legs": 3},
    )


@transaction.atomic
def make_demo() -> Club | None:
    """Create the demo's club and start its tournaments; None when the club exists."""
    advisory_lock("games.bots.demo")
    bots = ensure_builtin_bots()
    if Club.objects.filter(name=CLUB).exists():
        return None
    club = found_club(name=CLUB, summary=SUMMARY)
    for bot in bots:
        admit(club=club, player=bot)
    for event in events():
        _start(event, club)
    return club


def event_of(game: Game) -> Event | None:
    """Return a tournament with tables of three or four, or of two, as the game allows; None where no format does."""
    few, many = _within(game, 3), _within(game, 4)
    tables = {"smallest": few, "table_size": many, "largest": many, "cycles": 2, "legs": many}
    for slug, options in (("table-round-robin", tables), ("round-robin", {"cycles": 2, "legs": 2})):
        if fits(game, format_named(slug)):
            return Event(name=f"{game.name} at Scone", game=game.slug, format=slug, format_options=options)
    return None


def _within(game: Game, seats: int) -> int:
    return min(max(seats, game.min_seats), game.max_seats)


def _start(event: Event, club: Club) -> Tournament:
    tournament = make_tournament(
        club=club,
        name=event.name,
        game=event.game,
        format=event.format,
        format_options=event.format_options,
        venue=Tournament.Venue.MACHINE,
        pace=Tournament.Pace.ROUND,  # so that the games take turns, and no leaderboard waits for another to be done
        by=None,
    )
    enter_players(tournament=tournament, players=builtin_bot_players(event.game), by=None)
    return start(tournament=tournament, by=None)
