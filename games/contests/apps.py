"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ContestsConfig(AppConfig):
    """Contests in Django's registry."""

    name = "games.contests"
    label = "contests"
    verbose_name = _("Contests")

    def ready(self) -> None:
        """Stand on the pages of clubs, hear who leaves, tell owners of bots, and tell people what is kept of them."""
        from games.contests import receivers  # noqa: F401  (importing it connects its receivers)
        from games.contests.occasions import OF_A_CONTEST, contests_of
        from games.contests.own_data import contests_told
        from games.contests.panels import contests_panel
        from games.matches.occasions import Kind, register_occasion
        from league.clubs.panels import register_panel
        from league.members.own_data import register_chapter

        register_chapter("contests of bots", contests_told)
        register_occasion(Kind.CONTEST, condition=OF_A_CONTEST, find=contests_of)
        register_panel(template="contests/_panel.html", facts=contests_panel, order=70)
