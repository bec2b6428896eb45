"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    """Records that people bring, in Django's registry."""

    name = "games.records"
    label = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """Tell the ledger how to link to records, and stand on the clubs' pages."""
        from games.records import receivers  # noqa: F401  (importing it connects its receivers)
        from games.records.links import links_to_records  # models must be loaded first
        from games.records.own_data import records_told
        from games.records.panels import records_panel
        from games.records.work import RECORDS
        from league.clubs.panels import register_panel
        from league.members.own_data import register_chapter
        from league.operating.work import register_work
        from league.results.subjects import SubjectSource, register_subjects

        register_subjects(SubjectSource(links=links_to_records))
        register_work(RECORDS)
        register_chapter("records", records_told)
        register_panel(template="records/_panel.html", facts=records_panel, order=80)
