"""The app's card in Django's index."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Ratings in Django's registry."""

    name = "league.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Listen to the ledger, and show on clubs' pages."""
        import_module("league.ratings.receivers")
        import_module("league.ratings.panels")
