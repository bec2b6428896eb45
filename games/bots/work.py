"""Checks of uploaded bots and test matches as work, told to those who run the place; sources and logs are not."""

from collections.abc import Sequence

from django.db.models import Count, Min, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots.models import Bout, Version
from games.bots.queue import QUEUE
from games.bots.services.sweeping import check_again
from games.bots.sparring.holding import bouts_again
from league.operating.job_types import Counted, GivenUp, JobType, Lease, Waiting, log_tail, rows_named, some_of

UNDECIDED, WAITS = Version.Verdict.UNDECIDED, Version.Verdict.WAITING


def checks_waiting() -> Sequence[Waiting]:
    """Versions that no worker holds."""
    rows = Version.objects.filter(verdict=WAITS, token=None)
    told = rows.aggregate(count=Count("pk"), since=Min("created_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def checks_held(most: int) -> Counted[Lease]:
    """Versions that are being checked."""
    rows = _versions().filter(verdict=WAITS, token__isnull=False).select_related("bot__player")
    return some_of(rows.order_by("lease_until", "pk"), most, _check_held)


def checks_given_up(most: int) -> Counted[GivenUp]:
    """Versions that stayed undecided, of bots that are still in play."""
    return some_of(_undecided().select_related("bot__player").order_by("-pk"), most, _check_given_up)


def check_again_by_name(names: Sequence[str] | None) -> int:
    """As `check_again`, by public ids; None for all."""
    return check_again(versions=rows_named(_undecided(), names))


def bouts_waiting() -> Sequence[Waiting]:
    """Test matches that no worker holds."""
    rows = Bout.objects.filter(status=Bout.Status.WAITING, token=None)
    told = rows.aggregate(count=Count("pk"), since=Min("sparring__created_at"))
    return [Waiting(QUEUE, told["count"], told["since"])]


def bouts_held(most: int) -> Counted[Lease]:
    """Test matches that are being played."""
    rows = _bouts().filter(status=Bout.Status.WAITING, token__isnull=False)
    return some_of(rows.order_by("lease_until", "pk"), most, _bout_held)


def bouts_given_up(most: int) -> Counted[GivenUp]:
    """Test matches that the machine failed at again and again."""
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
