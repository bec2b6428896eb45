"""A test match in a worker's hands: claimed by a lease, finished by the token, or given back; lost ones are found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from games.bots.models import Bout
from games.bots.programs import slug_of
from games.bots.queue import has_room, publish_bouts
from games.bots.topics import tell
from games.matches.playing import Chair, Played, Sheet
from league.shared.heartbeat import this_worker

log = structlog.get_logger(__name__)

LEASE: Final = timedelta(seconds=300)  # longer than a task may take, so that no heartbeat is needed
ATTEMPTS: Final = 3
STALE_AFTER: Final = timedelta(seconds=30)
MOST_AT_ONCE: Final = 100

# The first bout of its sparring that is not finished, and no other: they are played one after the other.
CLAIM = """
WITH free AS MATERIALIZED (
    SELECT id FROM bots_bout AS bout
    WHERE id = %(id)s AND status = 'waiting' AND attempt < %(attempts)s
      AND (token IS NULL OR lease_until < clock_timestamp())
      AND NOT EXISTS (
        SELECT FROM bots_bout AS before
        WHERE before.sparring_id = bout.sparring_id AND before.status = 'waiting' AND before.rotation < bout.rotation)
    FOR NO KEY UPDATE
)
UPDATE bots_bout AS bout
SET attempt = bout.attempt + 1, token = gen_random_uuid(),
    held_for = bout.held_for + CASE WHEN bout.token IS NULL THEN interval '0' ELSE %(lease)s END,
    lease_until = clock_timestamp() + %(lease)s,
    worker = %(worker)s
FROM free WHERE bout.id = free.id
RETURNING bout.id, bout.token
"""

GIVE_BACK = """
UPDATE bots_bout
SET status = CASE WHEN attempt < %(attempts)s THEN 'waiting' ELSE 'dead' END,
    held_for = held_for + (clock_timestamp() - (lease_until - %(lease)s)),
    token = NULL, lease_until = NULL, enqueued_at = clock_timestamp(),
    trouble = trouble || format(E'Attempt %%s%%s: %%s\n', attempt,
        CASE worker WHEN '' THEN '' ELSE format(' (%%s)', worker) END, %(cause)s::text)
WHERE id = %(id)s AND token = %(token)s AND status = 'waiting'
RETURNING status
"""

BURY = """
UPDATE bots_bout SET status = 'dead', held_for = held_for + %(lease)s, token = NULL, lease_until = NULL,
    trouble = trouble || format(E'Attempt %%s ended without a word: its worker was lost. It was the last.%%s\n',
        attempt, CASE worker WHEN '' THEN '' ELSE format(' (%%s)', worker) END)
WHERE status = 'waiting' AND lease_until < clock_timestamp() AND attempt >= %(attempts)s
RETURNING id
"""

GATHER = """
WITH stale AS MATERIALIZED (
    SELECT id FROM bots_bout AS bout
    WHERE status = 'waiting' AND attempt < %(attempts)s AND (token IS NULL OR lease_until < clock_timestamp())
      AND (enqueued_at IS NULL OR enqueued_at < clock_timestamp() - %(stale)s)
      AND NOT EXISTS (
        SELECT FROM bots_bout AS before
        WHERE before.sparring_id = bout.sparring_id AND before.status = 'waiting' AND before.rotation < bout.rotation)
    ORDER BY enqueued_at NULLS FIRST, id LIMIT %(limit)s FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE bots_bout AS bout SET enqueued_at = clock_timestamp() FROM stale WHERE bout.id = stale.id RETURNING bout.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoutClaim:
    """A bout to play, and the token that proves the right to say what came of it."""

    id: int
    token: UUID
    bot: str
    seat: int  # the tested version's
    sheet: Sheet


def claim_bout(*, bout_id: int) -> BoutClaim | None:
    """Claim the bout if it is free and the next of its sparring; else None."""
    with connection.cursor() as cursor:
        wanted: dict[str, Any] = {"id": bout_id, "attempts": ATTEMPTS, "lease": LEASE, "worker": this_worker()}
        cursor.execute(CLAIM, wanted)
        row = cursor.fetchone()
    if row is None:
        return None
    bout = Bout.objects.select_related("sparring__version__bot").get(pk=row[0])
    bot = bout.sparring.version.bot.public_id
    tell(bot)
    return BoutClaim(id=bout.pk, token=row[1], bot=bot, seat=bout.seat, sheet=sheet_of(bout))


def sheet_of(bout: Bout) -> Sheet:
    """All that what comes of it depends on."""
    sparring, turn = bout.sparring, bout.rotation
    strategies = [slug_of(sparring.version.public_id), *sparring.opponents]
    playouts = sparring.seat_playouts or [sparring.playouts] * len(strategies)
    chairs = [Chair(number, *seat) for number, seat in enumerate(zip(strategies, playouts, strict=True))]
    return Sheet(
        game=sparring.game,
        options={},
        chairs=tuple(chairs[turn:] + chairs[:turn]),
        secret=b"",
        rotation=turn,
        names=tuple(sparring.labels[turn:] + sparring.labels[:turn]),
        seed=sparring.seed,
    )


@transaction.atomic
def finish_bout(*, claim: BoutClaim, played: Played) -> bool:
    """Keep what was played, and enqueue the next bout on commit; False when the claim was lost meanwhile."""
    report = next(one for one in played.reports if one.seat == claim.seat)
    facts: dict[str, Any] = {
        "record": played.text,
        "points": list(played.points),
        "places": list(played.places),
        "faults": list(played.faults),
        "held_for": F("held_for") + (Now() - (F("lease_until") - LEASE)),
        **{name: fact for name, fact in report._asdict().items() if name != "seat"},
    }
    ours = Bout.objects.filter(pk=claim.id, token=claim.token)
    if not ours.update(status=Bout.Status.DONE, token=None, lease_until=None, finished_at=Now(), **facts):
        return False
    _on_to_the_next(claim.id)
    tell(claim.bot)
    return True


def give_bout_back(*, claim: BoutClaim, cause: str) -> None:
    """Leave it to another attempt; after the last it is given up. The cause is for an operator."""
    facts: dict[str, Any] = {"cause": cause, "attempts": ATTEMPTS, "lease": LEASE}
    facts |= {"id": claim.id, "token": claim.token}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(GIVE_BACK, facts)
        row = cursor.fetchone()
        if row is not None and row[0] == Bout.Status.DEAD:
            _on_to_the_next(claim.id)
    log.error("a test match was not played", bout=claim.id, cause=cause.strip()[-400:])
    tell(claim.bot)


def put_bout_away(*, claim: BoutClaim) -> None:
    """Let it wait as if it had not begun, for the next sweep to enqueue."""
    ours = Bout.objects.filter(pk=claim.id, token=claim.token)
    if ours.update(attempt=F("attempt") - 1, token=None, lease_until=None, enqueued_at=None):
        tell(claim.bot)


@transaction.atomic
def bouts_again(names: Sequence[str] | None) -> int:
    """Give those that were given up new attempts (all of them for None), and return how many. For an operator."""
    rows = Bout.objects.filter(status=Bout.Status.DEAD)
    dead = rows if names is None else rows.filter(pk__in=[name for name in names if name.isdecimal()])
    found = dead.order_by("pk").select_for_update(of=("self",)).values_list("pk", "sparring__version__bot__public_id")
    given_up = dict(found)
    Bout.objects.filter(pk__in=given_up).update(status=Bout.Status.WAITING, attempt=0, enqueued_at=None)
    for bot in set(given_up.values()):
        tell(bot)
    transaction.on_commit(lambda: publish_bouts(given_up))
    return len(given_up)


def sweep_bouts() -> int:
    """Give up what lost its worker too often, enqueue what nobody plays, and return how many were enqueued."""
    limit = MOST_AT_ONCE if has_room() else 0
    wanted: dict[str, Any] = {"attempts": ATTEMPTS, "lease": LEASE, "stale": STALE_AFTER, "limit": limit}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(BURY, wanted)
        cursor.execute(GATHER, wanted)
        waiting = [key for (key,) in cursor.fetchall()]
    publish_bouts(waiting)
    return len(waiting)


def _on_to_the_next(bout_id: int) -> None:
    waiting = Bout.objects.filter(sparring__bouts=bout_id, status=Bout.Status.WAITING, rotation__gt=0)
    following = waiting.order_by(F("rotation")).values_list("pk", flat=True).first()
    if following is not None:
        transaction.on_commit(lambda: publish_bouts([following]))
