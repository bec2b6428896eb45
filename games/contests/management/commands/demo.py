"""`manage.py demo` creates the demo: a club of built-in bots, or with `--people` two clubs of invented people."""

from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from games.bots.demo import CLUB, make_demo
from games.bots.models import BuiltinBot
from games.bots.queries import plays
from games.contests.models import Contest
from games.contests.services import Plan, add_builtin_bot, make_contest
from league.clubs.models import Club
from league.seasons.demo import make_demo_league
from league.tournaments.demo import make_people

NAME: Final = "The Moot Hill Cup"
WORDS: Final = (
    "A contest of built-in bots. A deal of the final is revealed every ten minutes. Your club can create one, too."
)
GAME: Final = "kings-kilt"
SEATS: Final = 3
BLOCKS: Final = 6
PACE: Final = 10  # minutes between two reveals: the demo shows a contest in progress for an hour
SOON: Final = timedelta(seconds=30)  # until submissions close
MOST_PLAYOUTS: Final = 10  # so that no tournament of the demo waits for it


def make_demo_contest(club: Club) -> Contest:
    """Announce it, with the built-in bots that think for a moment only."""
    plan = Plan(name=NAME, words=WORDS, closes_at=timezone.now() + SOON, blocks=BLOCKS, pace=PACE)
    contest = make_contest(club=club, by=None, game=GAME, seats=SEATS, plan=plan)
    able = BuiltinBot.objects.filter(playouts__lte=MOST_PLAYOUTS).select_related("player").order_by("playouts", "pk")
    for bot in able:
        if plays(bot.strategy, GAME):
            add_builtin_bot(contest=contest.public_id, by=None, player=bot.player.public_id)
    return contest


class Command(BaseCommand):
    """Makes the demo; a second time it changes nothing."""

    requires_system_checks = ()  # `up` runs it at every start, after others that check
    help = "Create the demo: a club with built-in bots, tournaments of every game, and a contest."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which half of it."""
        parser.add_argument("--people", action="store_true", help="create the clubs with invented people instead")

    def handle(self, *, people: bool, **_: Any) -> None:
        """Make it, and say so if it is new."""
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
