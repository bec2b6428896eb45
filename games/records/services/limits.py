"""Limits for one person: drafts, records that wait for a check, and requests in a period."""

from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records.errors import TooMany
from games.records.models import SubmittedRecord
from league.accounts.models import Player
from league.common.locks import advisory_lock
from league.common.outages import OUTAGES

MOST_DRAFTS: Final = 100
MOST_WAITING: Final = 60  # sent and not checked yet

Status = SubmittedRecord.Status


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The most requests of one kind in so many seconds; `refusal` says what to do after more."""

    action: str
    most: int
    seconds: int
    refusal: Promise

    def check(self, by: Player) -> None:
        """Count a request. Raise `TooMany`. Without Redis nothing is counted."""
        key = f"records:{self.action}:{by.pk}"
        try:
            cache.add(key, 0, self.seconds)
            count = cache.incr(key)
        except (*OUTAGES, ValueError):  # the key expired between the two calls
            return
        if count > self.most:
            raise TooMany(str(self.refusal) % {"most": self.most})


CHECKS: Final = RateLimit(
    "check", 120, 60, gettext_lazy("Too many requests. Your text is safe. Try again in one minute.")
)
UPLOADS: Final = RateLimit(
    "upload",
    60,
    3600,
    gettext_lazy("You sent %(most)d uploads in an hour, the maximum. This one was not saved. Try again in an hour."),
)


def check_draft_limit(by: Player, more: int = 1) -> None:
    """Check the limit of drafts, one request of a player at a time. Raise `TooMany`."""
    advisory_lock(f"games.records.{by.pk}")
    if SubmittedRecord.objects.filter(by=by, status=Status.DRAFT).count() + more > MOST_DRAFTS:
        sentence = _("You have %(most)d drafts, the maximum. Send or delete some of them.")
        raise TooMany(sentence % {"most": MOST_DRAFTS})


def check_waiting_limit(by: Player) -> None:
    """Check the limit of records that wait, one request of a player at a time. Raise `TooMany`."""
    advisory_lock(f"games.records.{by.pk}")
    if SubmittedRecord.objects.filter(by=by, status__in=[Status.QUEUED, Status.RUNNING]).count() >= MOST_WAITING:
        sentence = _("You have %(most)d records waiting for a check, the maximum. Wait until some are checked.")
        raise TooMany(sentence % {"most": MOST_WAITING})
