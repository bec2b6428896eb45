"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewsConfig(AppConfig):
    """Reviews of finished games."""

    name = "games.reviews"
    label = "reviews"
    verbose_name = _("Game reviews")

    def ready(self) -> None:
        """Register the hooks."""
        from games.matches.replays import register_replay_panel
        from games.reviews.hooks import REVIEW_JOBS
        from games.reviews.presenters import review_panel
        from league.operations.job_types import register_job_type

        register_job_type(REVIEW_JOBS)
        register_replay_panel(template="reviews/_review.html", facts=review_panel)
