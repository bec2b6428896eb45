"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharingConfig(AppConfig):
    """Sharing in Django's registry."""

    name = "league.sharing"
    label = "sharing"
    verbose_name = _("Sharing")

    def ready(self) -> None:
        """Lead from the pages of clubs to their calendars, and tell people what is kept of them."""
        from league.clubs.panels import register_panel
        from league.members.own_data import register_chapter
        from league.sharing.own_data import calendars_told
        from league.sharing.panels import calendar_panel

        register_panel(template="sharing/_panel.html", facts=calendar_panel, order=90)
        register_chapter("calendars", calendars_told)
