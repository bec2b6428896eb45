"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Matches in Django's registry."""

    name = "games.matches"
    label = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Tell the ledger how to link to matches, guides where rules are, and those who run the place what can run."""
        from games.matches.links import links_to_matches  # models must be loaded first
        from games.matches.occasions import Kind, register_occasion
        from games.matches.of_tournaments import OF_A_TOURNAMENT, tables_of
        from games.matches.work import MATCHES
        from league.operating.work import register_work
        from league.results.subjects import SubjectSource, register_subjects

        register_work(MATCHES)
        register_subjects(SubjectSource(links=links_to_matches))
        register_occasion(Kind.TOURNAMENT, condition=OF_A_TOURNAMENT, find=tables_of)
