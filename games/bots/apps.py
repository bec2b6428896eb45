"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    """Bots in Django's registry."""

    name = "games.bots"
    label = "bots"
    verbose_name = _("Bots")

    def ready(self) -> None:
        """Listen for pairings, and say which bots play which game."""
        from games.bots import receivers  # noqa: F401  (importing it connects its receivers)
        from games.bots.selectors import bots_without
        from league.members.scopes import register_scope
        from league.tournaments.abilities import register_players_without

        register_players_without(bots_without)
        register_scope("bots:write", _("Upload bots and their versions, and read their logs"))
        register_scope("bots:play", _("Play as a remote bot"))
