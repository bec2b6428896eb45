"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Matches in Django's registry."""

    name = "games.matches"
    label = "matches"
    verbose_name = _("Matches")
