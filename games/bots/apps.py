"""App configuration."""

from typing import Any

import structlog
from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from engine.sandbox.faults import NoSandbox
from engine.sandbox.tiers import working_tier

log = structlog.get_logger(__name__)


class BotsConfig(AppConfig):
    """Bots."""

    name = "games.bots"
    label = "bots"
    verbose_name = _("Bots")

    def ready(self) -> None:
        """Register the hooks."""
        from games.bots.comparisons.queries import export_comparisons
        from games.bots.eligibility import bots_that_never_enter, bots_without
        from games.bots.hooks import CHECKS, COMPARISON_JOBS, TEST_MATCH_JOBS, export_bots, export_remote_bots
        from games.bots.jobs import is_check_waiting
        from games.bots.remote.queries import remote_program
        from games.bots.test_matches.queries import export_tests
        from games.bots.version_slugs import program, same_source
        from games.matches.strategy_registry import BotSource, register_bots
        from league.accounts.data_export import register_chapter
        from league.clubs.queries import register_bots_that_never_enter
        from league.operations.job_types import register_job_type
        from league.tournaments.permissions import register_ineligible_players

        register_ineligible_players(bots_without)
        register_bots_that_never_enter(bots_that_never_enter)
        register_bots(BotSource(find=program, alike=same_source, is_check_waiting=is_check_waiting))
        register_bots(BotSource(find=remote_program))
        register_job_type(CHECKS)
        register_job_type(TEST_MATCH_JOBS)
        register_job_type(COMPARISON_JOBS)
        register_chapter("uploaded bots", export_bots)
        register_chapter("remote bots", export_remote_bots)
        register_chapter("test matches", export_tests)
        register_chapter("comparisons", export_comparisons)
        if settings.PROGRAM_ROLE:
            post_migrate.connect(update_rights_after_migrate, sender=self)


def update_rights_after_migrate(**_: Any) -> None:
    """Update the rights of the database role for uploaded bots after a migration."""
    from games.bots.database_role import grant_rights

    if left := grant_rights():
        log.warning(left)


@register("sandbox", deploy=True)
def programs_can_be_shut_in(**_: Any) -> list[CheckMessage]:
    """Test the sandboxes by attack, as a worker does at its start; warn if none works.

    Runs as the present user; `manage.py doctor` tests the user that root lends to uploaded bots.
    """
    try:
        working_tier()
    except NoSandbox as none:
        return [
            CheckWarning(
                " ".join(("No sandbox works on this machine, so it runs no uploaded bots.", *none.reasons)),
                hint="Install bubblewrap, or let the worker of the queues bots and programs run on another machine.",
                id="bots.W001",
            )
        ]
    return []
