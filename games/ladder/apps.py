"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Ladders of bots."""

    name = "games.ladder"
    label = "ladder"
    verbose_name = _("Ladder")

    def ready(self) -> None:
        """Register the ladder as an occasion of matches."""
        from games.ladder.hooks import OF_A_LADDER, ladders_of
        from games.matches.occasions import Kind, register_occasion

        register_occasion(Kind.LADDER, condition=OF_A_LADDER, find=ladders_of)
