"""`manage.py demo` makes the demo: a club whose house bots play one another."""

from typing import Any

from django.core.management.base import BaseCommand

from games.bots.demo import CLUB, make_demo


class Command(BaseCommand):
    """Makes the demo; a second time it changes nothing."""

    help = "Found a club whose house bots play tournaments of every game of the house, and start them."

    def handle(self, **_: Any) -> None:
        """Make it, and say so."""
        made = make_demo()
        self.stdout.write(f"{CLUB} was founded; its bots begin to play." if made else f"{CLUB} is there already.")
