"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharingConfig(AppConfig):
    """Sharing."""

    name = "league.sharing"
    label = "sharing"
    verbose_name = _("Sharing")

    def ready(self) -> None:
        """Register the hooks and checks."""
        from league.clubs.club_page_sections import register_panel
        from league.members.data_export import register_chapter
        from league.operating.job_types import register_job_type
        from league.sharing.hooks import DELIVERIES, calendar_panel, export_calendars, export_webhooks

        register_job_type(DELIVERIES)
        register_panel(template="sharing/_panel.html", facts=calendar_panel, order=90)
        register_chapter("calendars", export_calendars)
        register_chapter("webhooks", export_webhooks)
