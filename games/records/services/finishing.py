"""What a check came to, written by its token or not at all; a verified record speaks for its recorder at once."""

import structlog
from django.db import transaction
from django.db.models.functions import Now

from games.records.models import BroughtRecord
from games.records.services.standing_by import standing_by
from games.records.topics import tell
from games.records.verdicts import Verdict

log = structlog.get_logger(__name__)

Status = BroughtRecord.Status
_STATUS = {"verified": Status.VERIFIED, "refused": Status.REFUSED, "undecided": Status.UNDECIDED}


@transaction.atomic
def finish_check(*, claim: BroughtRecord, verdict: Verdict) -> bool:
    """Store the verdict, and report the result of a verified record. False when the claim was lost meanwhile.

    Doing it again after a commit nobody heard of is harmless.
    """
    record = BroughtRecord.objects.select_for_update(of=("self",)).select_related("by", "club", "pool").get(pk=claim.id)
    if record.token != claim.token:
        return False
    if record.status != Status.RUNNING:
        return True
    record.status = _STATUS[verdict["kind"]]
    record.completed = verdict.get("completed", "")
    record.rules_version = verdict.get("rules", record.rules_version)
    record.lease_until = None
    record.verdict = {name: fact for name, fact in verdict.items() if name != "completed"}
    if record.status == Status.VERIFIED:
        record.verdict |= standing_by(record, verdict)
    record.checked_at = Now()
    record.save(update_fields=["status", "completed", "rules_version", "lease_until", "verdict", "checked_at"])
    tell(record.public_id)
    return True
