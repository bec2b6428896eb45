"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    """Play in Django's registry."""

    name = "games.play"
    label = "play"
    verbose_name = _("Play in the browser")

    def ready(self) -> None:
        """Listen for visitors who sign in."""
        from games.play import receivers  # noqa: F401  (importing it connects its receivers)
