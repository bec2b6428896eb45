"""What bots register with lower apps: data export, jobs for the operations page, signals."""

from collections.abc import Sequence
from typing import Any

import structlog
from celery import current_app
from django.db.models import Count, Min, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerAway

from games.bots.checking import check_again
from games.bots.jobs import QUEUE
from games.bots.maintenance import forget_bots_of
from games.bots.models import Bout, RemoteBot, Version
from games.bots.remote.services import end_streams
from games.bots.tasks import cancel_matches, make_matches
from games.bots.test_matches.running import bouts_again
from league.members.models import Account, Player
from league.members.signals import account_leaving, token_revoked
from league.operating.job_types import Counted, GivenUp, JobType, Lease, Waiting, log_tail, rows_named, some_of
from league.tournaments.signals import pairings_published, pairings_withdrawn

log = structlog.get_logger(__name__)


def bots_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every uploaded version with its source, for the data export."""
    accounts = [player.account_id for player in players if player.account_id]
    versions = Version.objects.filter(bot__player__owner__in=accounts).select_related("bot__player").order_by("pk")
    return [
        {
            "bot": version.bot.player.name,
            "version": version.number,
            "sent": version.created_at,
            "games": version.games,
            "verdict": version.verdict,
            "reason": version.reason,
            "source": version.source,
            "log": version.log,
        }
        for version in versions.iterator()
    ]


def remote_bots_told(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return their remote bots, for the data export."""
    accounts = [player.account_id for player in players if player.account_id]
    bots = RemoteBot.objects.filter(player__owner__in=accounts).select_related("player").order_by("pk")
    return [
        {"bot": bot.player.name, "made": bot.created_at, "games": bot.games, "retired": bot.retired_at} for bot in bots
    ]


@receiver(pairings_published, dispatch_uid="games.bots.make_matches")
def make_matches_soon(*, round_id: int, **_: Any) -> None:
    """Create the round's matches: directly in a worker, by a message from a page.

    Without a broker the tournament announces the round again.
    """
    if current_app.current_worker_task is not None:
        make_matches(round_id)
        return
    try:
        make_matches.delay(round_id)
    except BrokerAway as error:
        log.warning("a round waits to be announced again", round=round_id, cause=str(error))


@receiver(pairings_withdrawn, dispatch_uid="games.bots.cancel_matches")
def cancel_matches_soon(*, round_id: int, **_: Any) -> None:
    """Enqueue the cancelling of the round's matches. Without a broker the tournament announces it again."""
    try:
        cancel_matches.delay(round_id)
    except BrokerAway as error:
        log.warning("a withdrawn round waits to be announced again", round=round_id, cause=str(error))


@receiver(account_leaving, dispatch_uid="games.bots.forget_bots")
def forget_bots(*, account: Account, **_: Any) -> None:
    """Delete what a deleted account uploaded."""
    forget_bots_of(account)


@receiver(token_revoked, dispatch_uid="games.bots.end_streams")
def end_streams_at_once(*, account: Account, **_: Any) -> None:
    """Close the streams opened with the token."""
    end_streams(account=account)


UNDECIDED, WAITS = Version.Verdict.UNDECIDED, Version.Verdict.WAITING


def checks_waiting() -> Sequence[Waiting]:
    """Return the versions that no worker has claimed."""
    rows = Version.objects.filter(verdict=WAITS, token=None)
    told = rows.aggregate(count=Count("pk"), since=Min("created_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def checks_held(most: int) -> Counted[Lease]:
    """Return the versions that are being checked."""
    rows = _versions().filter(verdict=WAITS, token__isnull=False).select_related("bot__player")
    return some_of(rows.order_by("lease_until", "pk"), most, _check_held)


def checks_given_up(most: int) -> Counted[GivenUp]:
    """Return undecided versions of bots in play."""
    return some_of(_undecided().select_related("bot__player").order_by("-pk"), most, _check_given_up)


def check_again_by_name(names: Sequence[str] | None) -> int:
    """Call `check_again` by public ids; None for all."""
    return check_again(versions=rows_named(_undecided(), names))


def bouts_waiting() -> Sequence[Waiting]:
    """Return the test matches that no worker has claimed."""
    rows = Bout.objects.filter(status=Bout.Status.WAITING, token=None)
    told = rows.aggregate(count=Count("pk"), since=Min("sparring__created_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def bouts_held(most: int) -> Counted[Lease]:
    """Return the test matches that are being played."""
    rows = _bouts().filter(status=Bout.Status.WAITING, token__isnull=False)
    return some_of(rows.order_by("lease_until", "pk"), most, _bout_held)


def bouts_given_up(most: int) -> Counted[GivenUp]:
    """Return failed test matches."""
    rows = _bouts().filter(status=Bout.Status.DEAD)
    return some_of(rows.order_by("-pk"), most, _bout_given_up)


def _versions() -> QuerySet[Version]:
    return Version.objects.defer("source", "log")


def _undecided() -> QuerySet[Version]:
    return _versions().filter(verdict=UNDECIDED, bot__retired_at=None)


def _bouts() -> QuerySet[Bout]:
    rows = Bout.objects.select_related("sparring__version__bot__player")
    return rows.defer("record", "log", "sparring__version__source", "sparring__version__log")


def _check_held(version: Version) -> Lease:
    until = version.lease_until or version.created_at
    return Lease(version.public_id, _called(version), "", version.worker, version.enqueued_at, until, version.attempt)


def _check_given_up(version: Version) -> GivenUp:
    words, log = _called(version), log_tail(version.attempt_log)
    return GivenUp(version.public_id, words, "", version.worker, version.enqueued_at, version.attempt, log)


def _bout_held(bout: Bout) -> Lease:
    until = bout.lease_until or bout.sparring.created_at
    return Lease(str(bout.pk), _called(bout.sparring.version), "", bout.worker, bout.enqueued_at, until, bout.attempt)


def _bout_given_up(bout: Bout) -> GivenUp:
    words, log = _called(bout.sparring.version), log_tail(bout.attempt_log)
    return GivenUp(str(bout.pk), words, "", bout.worker, bout.enqueued_at, bout.attempt, log)


def _called(version: Version) -> str:
    return _("%(bot)s, version %(number)d") % {"bot": version.bot, "number": version.number}


CHECKS = JobType(
    slug="checks",
    title=gettext_lazy("Checks of bots"),
    waiting=checks_waiting,
    leases=checks_held,
    given_up=checks_given_up,
    try_again=check_again_by_name,
)
BOUTS = JobType(
    slug="test-matches",
    title=gettext_lazy("Test matches"),
    waiting=bouts_waiting,
    leases=bouts_held,
    given_up=bouts_given_up,
    try_again=bouts_again,
)
