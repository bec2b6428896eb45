"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """The ladder in Django's registry."""

    name = "games.ladder"
    label = "ladder"
    verbose_name = _("Ladder")
