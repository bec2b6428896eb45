"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments in Django's registry."""

    name = "league.tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listen to the ledger, tell it how to reach our tables, and stand on the clubs' pages."""
        from league.clubs.panels import register_panel
        from league.results.links import register_subject_link
        from league.tournaments import receivers  # noqa: F401  (models must be loaded first)
        from league.tournaments.links import links_to_tables
        from league.tournaments.panels import tournaments_panel

        register_subject_link(links_to_tables)
        register_panel(template="tournaments/_panel.html", facts=tournaments_panel, order=20)
