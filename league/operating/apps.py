"""The app's card in Django's index."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperatingConfig(AppConfig):
    """What those see who run the place, in Django's registry."""

    name = "league.operating"
    label = "operating"
    verbose_name = _("System status")

    def ready(self) -> None:
        """Tell operators on their first page of what stands still, and count mails among the work."""
        from league.members.firstpage import Section, register_lines  # models must be loaded first
        from league.operating.firstpage import what_stands_still
        from league.operating.mail import MAIL
        from league.operating.work import register_work

        register_lines(Section.DESK, what_stands_still, order=10)
        register_work(MAIL)
