"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs in Django's registry."""

    name = "league.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Hear what happens below, and tell people what is kept of them."""
        from league.clubs import receivers  # noqa: F401  (imported for its receivers, once models are there)
        from league.clubs.firstpage import new_roles, own_invitations, requests_to_join
        from league.clubs.own_data import memberships_told
        from league.members.data_export import register_chapter
        from league.members.home_page import Section, register_lines

        register_chapter("clubs", memberships_told)
        register_lines(Section.NEWS, new_roles)
        register_lines(Section.WAITS, own_invitations)
        register_lines(Section.DESK, requests_to_join)
