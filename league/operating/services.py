"""Every write of those who run the place: what was given up is tried again, the size of every day is kept."""

from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.clubs.rules import is_operator
from league.members.models import Account
from league.members.services.changes import note
from league.operating.errors import NoSuchPage
from league.operating.models import DaySize
from league.operating.selectors.disk import database_size, is_sampled, sizes_by_app, volume
from league.operating.work import kind_of_work
from league.shared.live import announce

log = structlog.get_logger(__name__)

KEPT = timedelta(days=400)


@transaction.atomic
def try_again(*, kind: str, names: Sequence[str] | None, by: Account) -> int:
    """Give what was given up of a kind new attempts, those named or all for None, and return how many.

    Rows are locked by the kind's own service; what somebody else tried again meanwhile is left alone, so that twice is
    harmless. The log of the place keeps who did it. Raises `NoSuchPage`.
    """
    if not is_operator(by):
        raise NoSuchPage(_("There is no page at this address. Check the address."))
    work = kind_of_work(kind)
    count = work.try_again(names)
    if count:
        note(
            "tried-again",
            gettext_noop("%(count)s failed jobs were retried (%(kind)s)"),
            by=by,
            facts={"count": count, "kind": kind},
        )
        log.info("what was given up is tried again", kind=kind, count=count, by=by.public_id)
    announce("operator")
    return count


@transaction.atomic
def keep_size() -> bool:
    """Keep how much there is today, unless that is kept already; whether it was kept now. The oldest are forgotten."""
    today = timezone.now().date()
    if is_sampled(today):
        return False
    sample = DaySize(day=today, database=database_size(), free=volume().free, groups=dict(sizes_by_app()))
    DaySize.objects.bulk_create([sample], ignore_conflicts=True)  # two workers at once keep one
    DaySize.objects.filter(day__lt=today - KEPT).delete()
    return True
