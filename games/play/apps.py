"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """Games in the browser."""

    name = "games.play"
    label = "play"
    verbose_name = _("Play in the browser")

    def ready(self) -> None:
        """Register the hooks."""
        from games.matches.occasions import Kind, register_occasion
        from games.play.hooks import OF_A_PERSON, practice_of

        register_occasion(Kind.PRACTICE, condition=OF_A_PERSON, find=practice_of)
