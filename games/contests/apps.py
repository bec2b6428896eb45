"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ContestsConfig(AppConfig):
    """Contests of bots."""

    name = "games.contests"
    label = "contests"
    verbose_name = _("Contests")

    def ready(self) -> None:
        """Register the hooks."""
        from games.bots.versions import register_file_use
        from games.contests.hooks import OF_A_CONTEST, contests_data, contests_of, contests_panel, why_final_needs
        from games.matches.occasions import Kind, register_occasion
        from league.accounts.data_export import register_chapter
        from league.clubs.club_page_sections import register_panel

        register_file_use(why_final_needs)
        register_chapter("contests of bots", contests_data)
        register_occasion(Kind.CONTEST, condition=OF_A_CONTEST, find=contests_of)
        register_panel(template="contests/_panel.html", facts=contests_panel, order=70)
