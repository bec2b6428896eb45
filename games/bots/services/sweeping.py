"""The sweep: versions whose message, worker or broker was lost are found in the rows and enqueued again."""

from collections.abc import Iterable

import structlog
from django.db import transaction

from games.bots.models import Version
from games.bots.queue import has_room, publish, send
from games.bots.services.checking import given_up as not_decided
from games.bots.terms import Terms
from games.bots.topics import tell
from league.shared import jobs

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 100


def sweep_versions(*, terms: Terms) -> int:
    """Enqueue again what nobody checks, as far as there is room, and return how many were enqueued."""
    most = MOST_AT_ONCE if has_room() else 0
    with transaction.atomic():
        given_up, waiting = jobs.sweep(Version.objects.only("pk"), terms, most=most)
        Version.objects.filter(pk__in=[version.pk for version in given_up]).update(reason=not_decided())
    for version in given_up:
        log.error("a version stays undecided", bot=version.bot.public_id, attempts=terms.attempts)
        tell(version.bot.public_id)
    send([version.pk for version in waiting])
    return len(waiting)


@transaction.atomic
def check_again(*, versions: Iterable[Version]) -> int:
    """Give those that stayed undecided new attempts, and return how many. For an operator who has seen to the cause."""
    undecided = Version.objects.filter(pk__in=[one.pk for one in versions], verdict=Version.Verdict.UNDECIDED)
    again = jobs.try_again(undecided.select_related("bot").only("bot__public_id"))
    Version.objects.filter(pk__in=[version.pk for version in again]).update(reason="")
    for version in again:
        tell(version.bot.public_id)
    transaction.on_commit(lambda: publish([version.pk for version in again]))
    return len(again)
