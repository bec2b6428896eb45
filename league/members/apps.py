"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MembersConfig(AppConfig):
    """Members in Django's registry."""

    name = "league.members"
    label = "members"
    verbose_name = _("Members")
