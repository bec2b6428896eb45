"""`manage.py demo` makes the demo: a club whose house bots play one another, and with `--people` two of people."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from games.bots.demo import CLUB, make_demo
from games.contests.demo import make_demo_contest
from league.seasons.demo import make_demo_league
from league.tournaments.demo import make_people


class Command(BaseCommand):
    """Makes the demo; a second time it changes nothing."""

    help = "Found a club whose house bots play tournaments of every game of the house and a contest, and start them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which half of it."""
        parser.add_argument("--people", action="store_true", help="make the clubs of invented people instead")

    def handle(self, *, people: bool, **_: Any) -> None:
        """Make it, and say so."""
        self.stdout.write(_people() if people else _bots())


@transaction.atomic
def _bots() -> str:
    club = make_demo()
    if club is None:
        return f"{CLUB} is there already."
    make_demo_contest(club)
    return f"{CLUB} was founded; its bots begin to play."


@transaction.atomic
def _people() -> str:
    made = make_people()
    if not made:
        return "The invented people are there already."
    make_demo_league(made[0])
    return f"{' and '.join(club.name for club in made)} were founded; everybody in them is invented."
