"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from league.shared.django_generics import take_types

take_types()  # before any app's admin and forms are read


class SharedConfig(AppConfig):
    """Shared in Django's registry."""

    name = "league.shared"
    label = "shared"
    verbose_name = _("Shared")
