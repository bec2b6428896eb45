"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    """System status, for site admins."""

    name = "league.operations"
    label = "operations"
    verbose_name = _("System status")

    def ready(self) -> None:
        """Register the hooks."""
        from league.accounts.home_page import Section, register_items  # models must be loaded first
        from league.operations.hooks import Mails, stuck_job_items
        from league.operations.job_types import register_job_type

        register_items(Section.DESK, stuck_job_items, order=10)
        register_job_type(Mails())
