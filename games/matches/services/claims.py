"""Holding a match: claimed by a lease, kept by a heartbeat, given back when the machine failed.

Every statement locks its rows by id and reads the database's clock. What a worker may write it proves by the token.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from django.db import connection

from engine.core import registry
from games.matches.playing import Chair, Sheet
from games.matches.terms import Terms
from games.matches.turns import next_in_turn
from league.shared.heartbeat import this_worker
from league.shared.live import announce

log = structlog.get_logger(__name__)

TRIES = 3  # to claim before other workers do

# A match with attempts behind it is claimed alone: it may have killed its worker, and must not take others along.
CLAIM = """
WITH free AS MATERIALIZED (
    SELECT id FROM matches_match
    WHERE id = ANY(%(ids)s) AND rules_version = ANY(%(rules)s) AND attempt < %(attempts)s
      AND (%(sandbox)s OR NOT needs_sandbox) AND is_remote = %(remote)s
      AND (status = 'queued' OR (status = 'running' AND lease_until < clock_timestamp()))
      AND (attempt = 0 OR cardinality(%(ids)s::bigint[]) = 1)
    ORDER BY id FOR NO KEY UPDATE
)
UPDATE matches_match AS match
SET status = 'running', attempt = match.attempt + 1, token = gen_random_uuid(),
    lease_until = clock_timestamp() + %(lease)s, started_at = clock_timestamp(), worker = %(worker)s,
    log = match.log || CASE match.status
        WHEN 'running' THEN format(E'Attempt %%s ended without a word: its worker was lost.%%s\n', match.attempt,
            CASE match.worker WHEN '' THEN '' ELSE format(' (%%s)', match.worker) END)
        ELSE '' END
FROM free, matches_block AS block
WHERE match.id = free.id AND block.id = match.block_id
RETURNING match.id, match.token, match.subject, match.pool_id, match.block_id, block.uuid, block.secret,
    match.rotation, match.game, match.options, match.public_id,
    (SELECT array_agg(player_id ORDER BY seat) FROM matches_matchseat WHERE match_id = match.id),
    (SELECT array_agg(bot ORDER BY seat) FROM matches_matchseat WHERE match_id = match.id),
    (SELECT array_agg(playouts ORDER BY seat) FROM matches_matchseat WHERE match_id = match.id)
"""

EXTEND = """
WITH held AS MATERIALIZED (
    SELECT id FROM matches_match WHERE id = ANY(%(ids)s) AND token = ANY(%(tokens)s) AND status = 'running'
    ORDER BY id FOR NO KEY UPDATE
)
UPDATE matches_match AS match SET lease_until = clock_timestamp() + %(lease)s
FROM held WHERE match.id = held.id
RETURNING match.token
"""

GIVE_BACK = """
UPDATE matches_match
SET status = CASE WHEN attempt < %(attempts)s THEN 'queued' ELSE 'dead' END,
    token = NULL, lease_until = NULL, enqueued_at = clock_timestamp(),
    log = log || format(E'Attempt %%s%%s: %%s\n', attempt,
        CASE worker WHEN '' THEN '' ELSE format(' (%%s)', worker) END, %(reason)s::text)
WHERE id = %(id)s AND token = %(token)s AND status = 'running'
RETURNING status
"""

PUT_AWAY = """
UPDATE matches_match
SET status = 'queued', attempt = attempt - 1, token = NULL, lease_until = NULL, enqueued_at = NULL
WHERE id = %(id)s AND token = %(token)s AND status = 'running'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A match in a worker's hands: what to play, and the token that proves the right to finish it."""

    id: int
    token: UUID
    subject: UUID
    pool_id: int | None
    block_id: int
    block: UUID
    public_id: str
    sheet: Sheet


def claim_matches(
    *, ids: Sequence[int], terms: Terms, has_sandbox: bool = False, is_remote: bool = False
) -> list[Claim]:
    """Claim those of the matches that are free, in one statement. Whatever is missing is somebody else's, or done.

    Matches with programs of strangers are claimed by those alone who have a sandbox for them, and those that wait for
    programs elsewhere by those who can wait.
    """
    wanted: dict[str, Any] = {
        "ids": list(ids),
        "rules": rules_played_here(),
        "attempts": terms.attempts,
        "lease": terms.lease,
        "sandbox": has_sandbox,
        "remote": is_remote,
        "worker": this_worker(),
    }
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, wanted)
        claims = sorted((_claim(row) for row in cursor.fetchall()), key=lambda claim: claim.id)
    if claims:
        announce("hall")
    return claims


def claim_in_turn(*, ids: Sequence[int], terms: Terms, has_sandbox: bool = False) -> list[Claim]:
    """Claim the matches whose turn it is, instead of those that a message names: owners take turns.

    A message is leave to play as much as it names. Where other workers were faster it is those that it names.
    """
    for _attempt in range(TRIES):
        found = next_in_turn(ids=ids, rules=rules_played_here(), needs_sandbox=has_sandbox)
        claims = claim_matches(ids=found, terms=terms, has_sandbox=has_sandbox) if found else []
        if claims or not found:
            break
    return claims or claim_matches(ids=ids, terms=terms, has_sandbox=has_sandbox)


def extend_leases(*, claims: Sequence[Claim], lease: timedelta) -> set[UUID]:
    """Extend the leases that still stand, and return their tokens. The others are lost: stop playing them."""
    held: dict[str, Any] = {
        "ids": [claim.id for claim in claims],
        "tokens": [claim.token for claim in claims],
        "lease": lease,
    }
    with connection.cursor() as cursor:
        cursor.execute(EXTEND, held)
        return {token for (token,) in cursor.fetchall()}


def give_back(*, claim: Claim, reason: str, terms: Terms) -> None:
    """Leave the match to another attempt, or give it up when that was the last. The reason is for an operator."""
    with connection.cursor() as cursor:
        cursor.execute(GIVE_BACK, {"id": claim.id, "token": claim.token, "reason": reason, "attempts": terms.attempts})
        row = cursor.fetchone()
    if row is not None:
        log.error(
            "a match was not played", match=claim.public_id, status=row[0], cause=reason.strip().rpartition("\n")[2]
        )
        announce("hall", f"match:{claim.public_id}")


def put_away(*, claim: Claim) -> None:
    """Let the match wait as if it had not begun, for the next sweep to enqueue; one that was lost is left alone."""
    with connection.cursor() as cursor:
        cursor.execute(PUT_AWAY, {"id": claim.id, "token": claim.token})
        if cursor.rowcount:
            announce("hall", f"match:{claim.public_id}")


def rules_played_here() -> list[str]:
    """The versions of rules that this process plays; matches of another version wait for another worker."""
    return [game.rules_version for game in registry.games().values()]


def _claim(row: Sequence[Any]) -> Claim:
    key, token, subject, pool, block_id, block, secret, rotation, game, options, public_id, players, bots, playouts = (
        row
    )
    return Claim(
        id=key,
        token=token,
        subject=subject,
        pool_id=pool,
        block_id=block_id,
        block=block,
        public_id=public_id,
        sheet=Sheet(
            game=game,
            options=json.loads(options),
            secret=bytes(secret),
            rotation=rotation,
            chairs=tuple(map(Chair, players, bots, playouts)),
        ),
    )
