"""`manage.py demo` makes the demo: a club whose house bots play one another, and with `--people` two of people."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.bots.demo import CLUB, make_demo
from league.tournaments.demo import make_people


class Command(BaseCommand):
    """Makes the demo; a second time it changes nothing."""

    help = "Found a club whose house bots play tournaments of every game of the house, and start them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which half of it."""
        parser.add_argument("--people", action="store_true", help="make the clubs of invented people instead")

    def handle(self, *, people: bool, **_: Any) -> None:
        """Make it, and say so."""
        self.stdout.write(_people() if people else _bots())


def _bots() -> str:
    return f"{CLUB} was founded; its bots begin to play." if make_demo() else f"{CLUB} is there already."


def _people() -> str:
    made = " and ".join(club.name for club in make_people())
    return f"{made} were founded; everybody in them is invented." if made else "The invented people are there already."
