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
        """Listen to the ledger, say what its changes would do, and show on clubs' pages and where the guide is."""
        from league.members.home_page import Section, register_lines
        from league.ratings.consequences import consequences_for_ratings  # models must be loaded first
        from league.ratings.firstpage import rating_moves
        from league.results.subjects import SubjectSource, register_subjects

        register_subjects(SubjectSource(consequences=consequences_for_ratings))
        register_lines(Section.NEWS, rating_moves)
        import_module("league.ratings.receivers")
        import_module("league.ratings.panels")
