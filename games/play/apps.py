"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """Play in Django's registry."""

    name = "games.play"
    label = "play"
    verbose_name = _("Play in the browser")

    def ready(self) -> None:
        """Listen for visitors who sign in, and say which matches people played."""
        from games.matches.occasions import Kind, register_occasion
        from games.play import receivers  # noqa: F401  (importing it connects its receivers)
        from games.play.occasions import OF_A_PERSON, practice_of

        register_occasion(Kind.PRACTICE, condition=OF_A_PERSON, find=practice_of)
