"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonsConfig(AppConfig):
    """Seasons."""

    name = "league.seasons"
    label = "seasons"
    verbose_name = _("Seasons")

    def ready(self) -> None:
        """Register the panel of the club page."""
        from league.clubs.club_page_sections import register_panel
        from league.seasons.presenters import leagues_panel

        register_panel(template="seasons/_panel.html", facts=leagues_panel, order=60)
