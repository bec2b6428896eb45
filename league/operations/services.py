"""Writes of operations: retry failed jobs, and sample the disk use of each day."""

from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account
from league.clubs.permissions import User, is_operator
from league.common.live import announce
from league.common.outages import space
from league.operations.disk_use import database_size, sizes_by_app
from league.operations.job_types import NoSuchPage, job_type_named
from league.operations.models import DaySize

log = structlog.get_logger(__name__)

KEPT = timedelta(days=400)


def require_operator(user: User) -> None:
    """Raise `NoSuchPage` for anyone but site admins."""
    if not is_operator(user):
        raise NoSuchPage


@transaction.atomic
def retry_failed(*, kind: str, names: Sequence[str] | None, by: Account) -> int:
    """Give failed jobs of a type new attempts, those named or all for None, and return how many.

    Idempotent: rows are locked by the type's own service, and others are left alone. The audit log keeps who did it.
    Raise `NoSuchPage`.
    """
    require_operator(by)
    count = job_type_named(kind).retry(names)
    if count:
        note(
            "tried-again",
            gettext_noop("%(count)s failed jobs were retried (%(kind)s)"),
            by=by,
            facts={"count": count, "kind": kind},
        )
        log.info("failed jobs are retried", kind=kind, count=count, by=by.public_id)
    announce("operator")
    return count


@transaction.atomic
def keep_size() -> bool:
    """Store today's sample, unless there is one; return whether it was stored. Delete old ones."""
    today = timezone.now().date()
    if DaySize.objects.filter(day=today).exists():
        return False
    sample = DaySize(day=today, database=database_size(), free=space().free, groups=dict(sizes_by_app()))
    DaySize.objects.bulk_create([sample], ignore_conflicts=True)  # two workers at once keep one
    DaySize.objects.filter(day__lt=today - KEPT).delete()
    return True
