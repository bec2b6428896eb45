"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs."""

    name = "league.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Register the hooks."""
        from league.accounts.data_export import register_chapter
        from league.accounts.home_page import Section, register_items
        from league.clubs.hooks import export_memberships, new_roles, own_invitations, requests_to_join

        register_chapter("clubs", export_memberships)
        register_items(Section.NEWS, new_roles)
        register_items(Section.WAITS, own_invitations)
        register_items(Section.DESK, requests_to_join)
