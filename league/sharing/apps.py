"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharingConfig(AppConfig):
    """Sharing in Django's registry."""

    name = "league.sharing"
    label = "sharing"
    verbose_name = _("Sharing")

    def ready(self) -> None:
        """Stand on the pages of clubs, listen for what webhooks are told, and tell people what is kept of them."""
        from league.clubs.panels import register_panel
        from league.members.own_data import register_chapter
        from league.operating.work import register_work
        from league.sharing import checks, receivers  # noqa: F401  (models must be loaded first)
        from league.sharing.own_data import calendars_told, webhooks_told
        from league.sharing.panels import calendar_panel
        from league.sharing.work import DELIVERIES

        register_work(DELIVERIES)
        register_panel(template="sharing/_panel.html", facts=calendar_panel, order=90)
        register_chapter("calendars", calendars_told)
        register_chapter("webhooks", webhooks_told)
