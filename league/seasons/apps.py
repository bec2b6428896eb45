"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    """Seasons in Django's registry."""

    name = "league.seasons"
    label = "seasons"
    verbose_name = _("Seasons")

    def ready(self) -> None:
        """Stand on the pages of clubs."""
        from league.clubs.panels import register_panel
        from league.seasons.panels import leagues_panel

        register_panel(template="seasons/_panel.html", facts=leagues_panel, order=60)
