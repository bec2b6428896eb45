"""`manage.py builtin_bots` creates the built-in bots, without the demo."""

from typing import Any

from django.core.management.base import BaseCommand

from games.bots.services import ensure_builtin_bots


class Command(BaseCommand):
    """Creates players for the built-in bots. Idempotent."""

    requires_system_checks = ()  # `up` runs it at every start, after others that check
    help = "Create players for the built-in bots. Clubs can then add them."

    def handle(self, **_: Any) -> None:
        """Create and list them."""
        names = ", ".join(bot.name for bot in ensure_builtin_bots())
        self.stdout.write(f"built-in bots: {names}")
