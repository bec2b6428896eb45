"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ResultsConfig(AppConfig):
    """Results in Django's registry."""

    name = "league.results"
    label = "results"
    verbose_name = _("Results")

    def ready(self) -> None:
        """Stand on the clubs' pages, and tell in the history of a result what came before it."""
        from league.clubs.panels import register_panel
        from league.members.data_export import register_chapter
        from league.members.home_page import Section, register_lines
        from league.results import receivers  # noqa: F401  (models must be loaded first)
        from league.results.firstpage import disputes_waiting, own_results, reports_waiting
        from league.results.own_data import reports_told, results_told
        from league.results.reports.panels import reports_panel
        from league.results.sheets.panels import record_panel

        register_panel(template="sheets/_panel.html", facts=record_panel, order=5)
        register_panel(template="reports/_panel.html", facts=reports_panel, order=10)
        register_chapter("results", results_told)
        register_chapter("reports", reports_told)
        register_lines(Section.WAITS, reports_waiting)
        register_lines(Section.DESK, disputes_waiting, order=10)
        register_lines(Section.NEWS, own_results)
