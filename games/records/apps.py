"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    """Game records that people add."""

    name = "games.records"
    label = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """Register the hooks."""
        from games.records.hooks import RECORDS, links_to_records, records_data, records_panel
        from league.accounts.data_export import register_chapter
        from league.clubs.club_page_sections import register_panel
        from league.operations.job_types import register_job_type
        from league.results.subjects import SubjectSource, register_subjects

        register_subjects(SubjectSource(links=links_to_records))
        register_job_type(RECORDS)
        register_chapter("records", records_data)
        register_panel(template="records/_panel.html", facts=records_panel, order=80)
