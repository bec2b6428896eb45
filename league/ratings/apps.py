"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Ratings."""

    name = "league.ratings"
    label = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Register the hooks."""
        from league.accounts.home_page import Section, register_items
        from league.ratings.correction_impact import consequences_for_ratings  # models must be loaded first
        from league.ratings.hooks import rating_changes
        from league.results.subjects import SubjectSource, register_subjects

        register_subjects(SubjectSource(consequences=consequences_for_ratings))
        register_items(Section.NEWS, rating_changes)
