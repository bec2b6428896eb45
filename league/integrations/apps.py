"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IntegrationsConfig(AppConfig):
    """Sharing."""

    name = "league.integrations"
    label = "integrations"
    verbose_name = _("Sharing")

    def ready(self) -> None:
        """Register the hooks and checks."""
        from league.accounts.data_export import register_chapter
        from league.clubs.club_page_sections import register_panel
        from league.integrations.hooks import Deliveries, calendar_panel, export_calendars, export_webhooks
        from league.operations.job_types import register_job_type

        register_job_type(Deliveries())
        register_panel(template="sharing/_panel.html", facts=calendar_panel, order=90)
        register_chapter("calendars", export_calendars)
        register_chapter("webhooks", export_webhooks)
