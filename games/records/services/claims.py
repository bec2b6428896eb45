"""A record in a worker's hands."""

import structlog

from games.records.models import BroughtRecord
from games.records.terms import Terms
from games.records.topics import tell
from league.shared import jobs

log = structlog.get_logger(__name__)


def claim_record(*, record_id: int, terms: Terms) -> BroughtRecord | None:
    """Claim the record if it is free; None when it is somebody else's, or done."""
    for record in jobs.claim(BroughtRecord.objects.filter(pk=record_id), terms):
        tell(record.public_id)
        return record
    return None


def give_record_back(*, claim: BroughtRecord, reason: str, terms: Terms) -> None:
    """Leave the record to another attempt, or give it up after the last one."""
    record = jobs.fail(BroughtRecord, claim, reason, terms)
    if record is not None:
        cause = reason.strip().rpartition("\n")[2]
        log.error("a record was not checked", record=record.public_id, status=record.status, cause=cause)
        tell(record.public_id)
