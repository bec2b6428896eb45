"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Members."""

    name = "league.accounts"
    label = "accounts"
    verbose_name = _("Members")
