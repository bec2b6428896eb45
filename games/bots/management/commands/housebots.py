"""`manage.py housebots` lets the bots of the house in, for a place without the demo."""

from typing import Any

from django.core.management.base import BaseCommand

from games.bots.services.house_bots import ensure_house_bots


class Command(BaseCommand):
    """Makes players of the bots of the house; those that are there stay as they are."""

    help = "Create players for the built-in bots. Clubs can then add them."

    def handle(self, **_: Any) -> None:
        """Make them, and say who is there."""
        names = ", ".join(bot.name for bot in ensure_house_bots())
        self.stdout.write(f"built-in bots: {names}")
