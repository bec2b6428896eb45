"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs in Django's registry."""

    name = "league.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Hear what happens below."""
        from league.clubs import receivers  # noqa: F401  (imported for its receivers, once models are there)
