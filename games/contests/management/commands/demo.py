"""`manage.py demo` creates the demo: a club of built-in bots, or with `--people` two clubs of invented people."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from engine.core import registry
from engine.core.game import Game
from games.bots.eligibility import builtin_bot_players, plays
from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots
from games.contests.models import Contest
from games.contests.services import Plan, add_builtin_bot, make_contest
from league.clubs.models import Club
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.common.locks import advisory_lock
from league.competition.formats import format_named
from league.competition.options import Options
from league.seasons.demo import make_demo_league
from league.tournaments.demo import make_people
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.suggested_settings import fits

CLUB: Final = "Scone Card Club"
CLUB_SUMMARY: Final = "Built-in bots play here, so there is always a game to watch."
FIRST_GAME: Final = "lords-of-scotland"

CONTEST: Final = "The Moot Hill Cup"
CONTEST_TEXT: Final = (
    "A contest of built-in bots. A deal of the final is revealed every ten minutes. Your club can create one, too."
)
GAME: Final = "kings-kilt"
SEATS: Final = 3
BLOCKS: Final = 6
PACE: Final = 10  # minutes between two reveals: the demo shows a contest in progress for an hour
SOON: Final = timedelta(seconds=30)  # until submissions close
MOST_PLAYOUTS: Final = 10  # so that no tournament of the demo waits for it


class Command(BaseCommand):
    """Creates the demo. Idempotent."""

    requires_system_checks = ()  # `up` runs it at every start, after others that check
    help = "Create the demo: a club with built-in bots, tournaments of every game, and a contest."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the choice of the demo."""
        parser.add_argument("--people", action="store_true", help="create the clubs with invented people instead")

    def handle(self, *, people: bool, **_: Any) -> None:
        """Create it, and report if it is new."""
        if made := _people() if people else _bots():
            self.stdout.write(made)


@transaction.atomic
def _bots() -> str:
    club = make_demo()
    if club is None:
        return ""
    make_demo_contest(club)
    return f"created {CLUB}; its bots are starting to play"


@transaction.atomic
def _people() -> str:
    made = make_people()
    if not made:
        return ""
    make_demo_league(made[0])
    return f"created {' and '.join(club.name for club in made)} with invented people"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTournament:
    """A tournament of the demo, for all built-in bots that play its game."""

    name: str
    game: str
    format: str
    format_options: Options = field(default_factory=dict)


def demo_tournaments() -> Iterator[DemoTournament]:
    """Return the tournaments: a double round robin of Lords of Scotland, then the other games."""
    yield DemoTournament(
        name="The Stone of Scone", game=FIRST_GAME, format="round-robin", format_options={"cycles": 2, "legs": 2}
    )
    others = (tournament_of(game) for slug, game in registry.games().items() if slug != FIRST_GAME)
    yield from (tournament for tournament in others if tournament)
    yield DemoTournament(
        name="Three at a Table",
        game=FIRST_GAME,
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
    club = found_club(name=CLUB, summary=CLUB_SUMMARY)
    for bot in bots:
        admit(club=club, player=bot)
    for tournament in demo_tournaments():
        _start(tournament, club)
    return club


def tournament_of(game: Game) -> DemoTournament | None:
    """Return a tournament with tables of three or four, or of two, as the game allows; None where no format does."""
    three, four = _seats_near(3, game), _seats_near(4, game)
    tables = {"smallest": three, "table_size": four, "largest": four, "cycles": 2, "legs": four}
    for slug, options in (("table-round-robin", tables), ("round-robin", {"cycles": 2, "legs": 2})):
        if fits(game, format_named(slug)):
            return DemoTournament(name=f"{game.name} at Scone", game=game.slug, format=slug, format_options=options)
    return None


def _seats_near(seats: int, game: Game) -> int:
    return min(max(seats, game.min_seats), game.max_seats)


def _start(demo: DemoTournament, club: Club) -> Tournament:
    tournament = make_tournament(
        club=club,
        name=demo.name,
        game=demo.game,
        format=demo.format,
        format_options=demo.format_options,
        venue=Tournament.Venue.MACHINE,
        pace=Tournament.Pace.ROUND,  # so that the games take turns, and no leaderboard waits for another to be done
        by=None,
    )
    enter_players(tournament=tournament, players=builtin_bot_players(demo.game), by=None)
    return start(tournament=tournament, by=None)


def make_demo_contest(club: Club) -> Contest:
    """Create the contest, with the built-in bots that move fast."""
    plan = Plan(name=CONTEST, words=CONTEST_TEXT, closes_at=timezone.now() + SOON, blocks=BLOCKS, pace=PACE)
    contest = make_contest(club=club, by=None, game=GAME, seats=SEATS, plan=plan)
    able = BuiltinBot.objects.filter(playouts__lte=MOST_PLAYOUTS).select_related("player").order_by("playouts", "pk")
    for bot in able:
        if plays(bot.strategy, GAME):
            add_builtin_bot(contest=contest.public_id, by=None, player=bot.player.public_id)
    return contest
