"""What bots register with lower apps: data export, jobs for the operations page, signals."""

from collections.abc import Sequence
from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError

from games.bots.jobs import COMPARISONS, QUEUE, TEST_MATCHES
from games.bots.models import BotTestMatch, Comparison, RemoteBot, Version
from games.bots.remote.services import end_streams
from games.bots.services import forget_bots_of
from games.bots.tasks import cancel_matches, make_matches
from games.bots.uploads import file_url
from games.bots.version_checks import check_again
from league.accounts.models import Account, Player
from league.accounts.signals import account_leaving, token_revoked
from league.operations.job_types import LeasedJobType
from league.tournaments.signals import pairings_published, pairings_withdrawn

log = structlog.get_logger(__name__)


def export_bots(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every uploaded version, for the data export: a Python file itself, of a zip its files and its address."""
    versions = (
        Version.objects.filter(bot__player__owner__player__in=players).select_related("bot__player").order_by("pk")
    )
    return [
        {
            "bot": version.bot.player.name,
            "version": version.number,
            "sent": version.created_at,
            "games": version.games,
            "verdict": version.verdict,
            "reason": version.reason,
            "source": version.source,
            "zip": settings.SITE_ADDRESS + file_url(version) if version.files else "",
            "files": version.files,
            "sha256": version.digest,
            "file deleted": version.file_deleted_at,
            "log": version.log,
        }
        for version in versions.select_related("bot__player").iterator()
    ]


def export_remote_bots(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return their remote bots, for the data export."""
    bots = RemoteBot.objects.filter(player__owner__player__in=players).select_related("player").order_by("pk")
    return [
        {"bot": bot.player.name, "made": bot.created_at, "games": bot.games, "retired": bot.retired_at} for bot in bots
    ]


@receiver(pairings_published, dispatch_uid="games.bots.make_matches")
def enqueue_matches(*, round_id: int, **_: Any) -> None:
    """Create the round's matches, in a worker. Without a broker the tournament announces the round again."""
    if current_app.current_worker_task is not None:
        make_matches(round_id)
        return
    try:
        make_matches.delay(round_id)
    except BrokerError as error:
        log.warning("a round was not announced; the sweep will announce it", round=round_id, cause=str(error))


@receiver(pairings_withdrawn, dispatch_uid="games.bots.cancel_matches")
def enqueue_cancelling(*, round_id: int, **_: Any) -> None:
    """Enqueue the cancelling of the round's matches. Without a broker the tournament announces it again."""
    try:
        cancel_matches.delay(round_id)
    except BrokerError as error:
        log.warning("a withdrawn round was not announced; the sweep will announce it", round=round_id, cause=str(error))


@receiver(account_leaving, dispatch_uid="games.bots.forget_bots")
def forget_bots(*, account: Account, **_: Any) -> None:
    """Delete what a deleted account uploaded."""
    forget_bots_of(account=account)


@receiver(token_revoked, dispatch_uid="games.bots.end_streams")
def end_token_streams(*, account: Account, **_: Any) -> None:
    """Close the streams opened with the token."""
    end_streams(account=account)


def _version_name(version: Version) -> str:
    return _("%(bot)s, version %(number)d") % {"bot": version.bot, "number": version.number}


CHECKS = LeasedJobType(
    slug="checks",
    title=gettext_lazy("Checks of bots"),
    rows=Version.objects.defer("source", "files", "log").select_related("bot__player"),
    queue=QUEUE,
    since="created_at",
    label=_version_name,
    retry_rows=lambda versions: check_again(versions=versions),
    failing=Q(bot__retired_at=None, file_deleted_at=None),
)
TEST_MATCH_JOBS = LeasedJobType(
    slug="test-matches",
    title=gettext_lazy("Test matches"),
    rows=BotTestMatch.objects.select_related("bot_test__version__bot__player").defer(
        "record", "log", "bot_test__version__source", "bot_test__version__files", "bot_test__version__log"
    ),
    queue=QUEUE,
    since="bot_test__created_at",
    label=lambda bot_test_match: _version_name(bot_test_match.bot_test.version),
    retry_rows=TEST_MATCHES.try_again,
)
COMPARISON_JOBS = LeasedJobType(
    slug="comparisons",
    title=gettext_lazy("Comparisons of bots"),
    rows=Comparison.objects.select_related("version__bot__player").defer(
        "results", "version__source", "version__files", "version__log"
    ),
    queue=QUEUE,
    since="created_at",
    label=lambda comparison: _version_name(comparison.version),
    retry_rows=COMPARISONS.try_again,
)
