"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ResultsConfig(AppConfig):
    """Results in Django's registry."""

    name = "league.results"
    label = "results"
    verbose_name = _("Results")
