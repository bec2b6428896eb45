"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ContestsConfig(AppConfig):
    """Contests in Django's registry."""

    name = "games.contests"
    label = "contests"
    verbose_name = _("Contests")

    def ready(self) -> None:
        """Stand on the pages of clubs."""
        from games.contests.panels import contests_panel
        from league.clubs.panels import register_panel

        register_panel(template="contests/_panel.html", facts=contests_panel, order=30)
