"""The app's card in Django's index."""

from typing import Any

import structlog
from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

log = structlog.get_logger(__name__)


class BotsConfig(AppConfig):
    """Bots in Django's registry."""

    name = "games.bots"
    label = "bots"
    verbose_name = _("Bots")

    def ready(self) -> None:
        """Listen for pairings, find programs and a sandbox, say which bots play what, and where the guides are."""
        from games.bots import checks, receivers  # noqa: F401  (importing them registers what they hold)
        from games.bots.own_data import bots_told, remote_bots_told
        from games.bots.programs import program, same_source
        from games.bots.queue import a_check_waits
        from games.bots.remote.selectors import remote_program
        from games.bots.selectors import bots_without
        from games.bots.sparring.own_data import tests_told
        from games.bots.work import BOUTS, CHECKS
        from games.matches.strategies import BotSource, register_bots
        from league.members.own_data import register_chapter
        from league.operating.job_types import register_job_type
        from league.tournaments.abilities import register_players_without

        register_players_without(bots_without)
        register_bots(BotSource(find=program, alike=same_source, is_check_waiting=a_check_waits))
        register_bots(BotSource(find=remote_program))
        register_job_type(CHECKS)
        register_job_type(BOUTS)
        register_chapter("uploaded bots", bots_told)
        register_chapter("remote bots", remote_bots_told)
        register_chapter("test matches", tests_told)
        if settings.PROGRAM_ROLE:
            post_migrate.connect(rights_follow_the_tables, sender=self)


def rights_follow_the_tables(**_: Any) -> None:
    """After the tables have changed, let the worker for programs of strangers do what it has to, and no more."""
    from games.bots.rights import give_rights

    if left := give_rights():
        log.warning(left)
