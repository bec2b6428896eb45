"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Bot matches."""

    name = "games.matches"
    label = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Register the hooks."""
        from games.matches.hooks import MATCHES, OF_A_TOURNAMENT, links_to_matches, tables_of
        from games.matches.occasions import Kind, register_occasion
        from league.operations.job_types import register_job_type
        from league.results.subjects import SubjectSource, register_subjects

        register_job_type(MATCHES)
        register_subjects(SubjectSource(links=links_to_matches))
        register_occasion(Kind.TOURNAMENT, condition=OF_A_TOURNAMENT, find=tables_of)
