"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from league.common.django_generics import take_types

take_types()  # before any app's admin and forms are read


class CommonConfig(AppConfig):
    """The app `league.common`."""

    name = "league.common"
    label = "common"
    verbose_name = _("Shared")
