"""Holding a record: claimed by a lease in one statement, given back when the machine failed."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from django.db import connection

from games.records.terms import Terms
from games.records.topics import tell
from league.shared.heartbeat import this_worker

log = structlog.get_logger(__name__)

CLAIM = """
WITH free AS MATERIALIZED (
    SELECT id FROM records_broughtrecord
    WHERE id = %(id)s AND attempt < %(attempts)s
      AND (status = 'queued' OR (status = 'running' AND lease_until < clock_timestamp()))
    FOR NO KEY UPDATE
)
UPDATE records_broughtrecord AS record
SET status = 'running', attempt = record.attempt + 1, token = gen_random_uuid(),
    lease_until = clock_timestamp() + %(lease)s, worker = %(worker)s,
    log = record.log || CASE record.status
        WHEN 'running' THEN format(E'Attempt %%s ended without a word: its worker was lost.%%s\n', record.attempt,
            CASE record.worker WHEN '' THEN '' ELSE format(' (%%s)', record.worker) END)
        ELSE '' END
FROM free WHERE record.id = free.id
RETURNING record.id, record.token, record.public_id, record.text
"""

GIVE_BACK = """
UPDATE records_broughtrecord
SET status = CASE WHEN attempt < %(attempts)s THEN 'queued' ELSE 'dead' END,
    token = NULL, lease_until = NULL, enqueued_at = clock_timestamp(),
    log = log || format(E'Attempt %%s%%s: %%s\n', attempt,
        CASE worker WHEN '' THEN '' ELSE format(' (%%s)', worker) END, %(reason)s::text)
WHERE id = %(id)s AND token = %(token)s AND status = 'running'
RETURNING status
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckClaim:
    """A record in a worker's hands: what to check, and the token that proves the right to say what came of it."""

    id: int
    token: UUID
    public_id: str
    text: str


def claim_record(*, record_id: int, terms: Terms) -> CheckClaim | None:
    """Claim the record if it is free; None when it is somebody else's, or done."""
    wanted: dict[str, Any] = {
        "id": record_id,
        "attempts": terms.attempts,
        "lease": terms.lease,
        "worker": this_worker(),
    }
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, wanted)
        row = cursor.fetchone()
    if row is None:
        return None
    key, token, public_id, text = row
    tell(public_id)
    return CheckClaim(id=key, token=token, public_id=public_id, text=text)


def give_record_back(*, claim: CheckClaim, reason: str, terms: Terms) -> None:
    """Leave the record to another attempt, or give it up when that was the last. The reason is for an operator."""
    facts: dict[str, Any] = {"id": claim.id, "token": claim.token, "reason": reason, "attempts": terms.attempts}
    with connection.cursor() as cursor:
        cursor.execute(GIVE_BACK, facts)
        row = cursor.fetchone()
    if row is not None:
        cause = reason.strip().rpartition("\n")[2]
        log.error("a record was not checked", record=claim.public_id, status=row[0], cause=cause)
        tell(claim.public_id)
