"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ResultsConfig(AppConfig):
    """Results."""

    name = "league.results"
    label = "results"
    verbose_name = _("Results")

    def ready(self) -> None:
        """Register the hooks."""
        from league.accounts.data_export import register_chapter
        from league.accounts.home_page import Section, register_items
        from league.clubs.club_page_sections import register_panel
        from league.results.hooks import (
            disputes_waiting,
            export_reports,
            export_results,
            own_results,
            record_panel,
            reports_panel,
            reports_waiting,
        )

        register_panel(template="sheets/_panel.html", facts=record_panel, order=5)
        register_panel(template="reports/_panel.html", facts=reports_panel, order=10)
        register_chapter("results", export_results)
        register_chapter("reports", export_reports)
        register_items(Section.WAITS, reports_waiting)
        register_items(Section.DESK, disputes_waiting, order=10)
        register_items(Section.NEWS, own_results)
