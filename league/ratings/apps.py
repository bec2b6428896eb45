"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Ratings in Django's registry."""

    name = "league.ratings"
    label = "ratings"
    verbose_name = _("Ratings")
