"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments."""

    name = "league.tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Connect signals, and register sections of the home page, data export, results and club pages."""
        from league.accounts.data_export import register_chapter
        from league.accounts.home_page import Section, register_items
        from league.clubs.club_page_sections import register_card_part, register_panel
        from league.results.subjects import SubjectSource, register_subjects
        from league.tournaments import receivers  # noqa: F401  (models must be loaded first)
        from league.tournaments.correction_impact import consequences_for_tournaments
        from league.tournaments.page_sections import (
            export_entries,
            next_games,
            organiser_tasks,
            recent_tournament_events,
            tournaments_on_cards,
            tournaments_panel,
        )
        from league.tournaments.results_hooks import leg_for_sheet, links_to_tables, locked_table_of_leg, table_of_leg

        register_items(Section.NEXT, next_games)
        register_items(Section.DESK, organiser_tasks)
        register_items(Section.NEWS, recent_tournament_events)
        register_chapter("tournaments", export_entries)
        register_subjects(
            SubjectSource(
                links=links_to_tables,
                table=table_of_leg,
                locked_table=locked_table_of_leg,
                sheet_table=leg_for_sheet,
                consequences=consequences_for_tournaments,
            )
        )
        register_card_part(template="tournaments/_club_card.html", facts=tournaments_on_cards, order=10)
        register_panel(template="tournaments/_panel.html", facts=tournaments_panel, order=20)
