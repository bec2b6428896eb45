"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """The ladder in Django's registry."""

    name = "games.ladder"
    label = "ladder"
    verbose_name = _("Ladder")

    def ready(self) -> None:
        """Name the ladder that a match was played for."""
        from games.ladder.occasions import OF_A_LADDER, ladders_of
        from games.matches.occasions import Kind, register_occasion

        register_occasion(Kind.LADDER, condition=OF_A_LADDER, find=ladders_of)
