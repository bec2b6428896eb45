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
