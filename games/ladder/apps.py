"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """The ladder in Django's registry."""

    name = "games.ladder"
    label = "ladder"
    verbose_name = _("Ladder")

    def ready(self) -> None:
        """Lead from the page of a bot to its ladders, and from matches."""
        from games.ladder.occasions import OF_A_LADDER, ladders_of
        from games.ladder.panels import ladders_of_player
        from games.matches.occasions import Kind, register_occasion
        from league.ratings.player_panels import register_player_panel

        register_occasion(Kind.LADDER, condition=OF_A_LADDER, find=ladders_of)
        register_player_panel(template="ladder/_of_player.html", facts=ladders_of_player)
