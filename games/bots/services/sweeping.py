"""The sweep: versions whose message, worker or broker was lost are found in the rows and enqueued again."""

from collections.abc import Iterable
from typing import Any

import structlog
from django.db import connection, transaction

from games.bots.models import Version
from games.bots.queue import has_room, publish
from games.bots.services.checking import given_up
from games.bots.terms import Terms
from games.bots.topics import tell

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 100

LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('games.bots.sweep'))"

BURY = """
UPDATE bots_version AS version
SET verdict = 'undecided', token = NULL, lease_until = NULL, reason = %(sentence)s,
    trouble = trouble || format(E'Attempt %%s ended without a word: its worker was lost. It was the last.%%s\n',
        attempt, CASE worker WHEN '' THEN '' ELSE format(' (%%s)', worker) END)
FROM bots_uploadedbot AS bot
WHERE bot.id = version.bot_id AND verdict = 'waiting' AND lease_until < clock_timestamp() AND attempt >= %(attempts)s
RETURNING bot.public_id
"""

GATHER = """
WITH stale AS MATERIALIZED (
    SELECT id FROM bots_version
    WHERE verdict = 'waiting' AND attempt < %(attempts)s AND (token IS NULL OR lease_until < clock_timestamp())
      AND (enqueued_at IS NULL OR enqueued_at < clock_timestamp() - %(stale)s)
    ORDER BY enqueued_at NULLS FIRST, id LIMIT %(limit)s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE bots_version AS version SET enqueued_at = clock_timestamp()
FROM stale WHERE version.id = stale.id
RETURNING version.id
"""


def sweep_versions(*, terms: Terms) -> int:
    """Enqueue again what nobody checks, as far as there is room, and return how many were enqueued."""
    room = has_room()
    with transaction.atomic():
        if not _locked():
            return 0
        _bury(terms)
        waiting = _gather(terms) if room else []
    publish(waiting)
    return len(waiting)


@transaction.atomic
def check_again(*, versions: Iterable[Version]) -> int:
    """Give those that stayed undecided new attempts, and return how many. For an operator who has seen to the cause."""
    undecided = Version.objects.filter(pk__in=[one.pk for one in versions], verdict=Version.Verdict.UNDECIDED)
    found = dict(undecided.order_by("pk").select_for_update(of=("self",)).values_list("pk", "bot__public_id"))
    Version.objects.filter(pk__in=found).update(verdict=Version.Verdict.WAITING, reason="", attempt=0, enqueued_at=None)
    for bot in found.values():
        tell(bot)
    transaction.on_commit(lambda: publish(found))
    return len(found)


def _locked() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
        return bool(cursor.fetchone()[0])


def _bury(terms: Terms) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BURY, {"attempts": terms.attempts, "sentence": given_up()})
        lost = [bot for (bot,) in cursor.fetchall()]
    for bot in lost:
        log.error("a version stays undecided", bot=bot, attempts=terms.attempts)
        tell(bot)


def _gather(terms: Terms) -> list[int]:
    wanted: dict[str, Any] = {"stale": terms.stale_after, "attempts": terms.attempts, "limit": MOST_AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(GATHER, wanted)
        return [key for (key,) in cursor.fetchall()]
