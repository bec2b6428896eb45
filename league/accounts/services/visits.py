"""Visits of signed-in people, and deletion of expired sessions and tokens."""

from datetime import datetime, timedelta
from importlib import import_module
from typing import Final, NamedTuple

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Q
from django.utils import timezone

from league.accounts.demo import is_demo_address
from league.accounts.models import Account, AnsweredRequest, ApiToken
from league.common.outages import has_space

PAUSE: Final = timedelta(minutes=30)  # without a page: the visit is over
EXACT: Final = timedelta(minutes=1)  # pages in between are not noted
KEPT: Final = int(timedelta(days=60).total_seconds())
RECORDS_KEPT: Final = timedelta(days=30)
ANSWERS_KEPT: Final = timedelta(days=1)


class Visit(NamedTuple):
    """Times of a visit, in seconds since 1970."""

    began: float
    seen: float


def note_page(account: Account) -> None:
    """Save a page view in the cache, without a write to the account."""
    key, now, visit = _key(account), timezone.now().timestamp(), _stored_visit(account)
    if visit is None or now - visit.seen > PAUSE.total_seconds():
        cache.set(key, Visit(now, now), KEPT)
    elif now - visit.seen > EXACT.total_seconds():
        cache.set(key, Visit(visit.began, now), KEPT)


def begin_visit(account: Account) -> datetime | None:
    """Save the current visit in the account, once; return when the previous one began, or None if it is the first.

    Many visitors share a demo account: for each of them everything since its creation is news.
    """
    if is_demo_address(account.email):
        return account.created_at
    visit = _stored_visit(account)
    began = datetime.fromtimestamp(visit.began, tz=timezone.get_default_timezone()) if visit else timezone.now()
    last_began = account.visit_began_at
    if (last_began is not None and began - last_began < PAUSE) or not has_space():
        return account.visited_before_at
    is_new = Q(visit_began_at=None) | Q(visit_began_at__lte=began - PAUSE)
    rows = Account.objects.filter(is_new, pk=account.pk)
    if rows.update(visited_before_at=F("visit_began_at"), visit_began_at=began):
        return last_began
    return Account.objects.values_list("visited_before_at", flat=True).get(pk=account.pk)


def _stored_visit(account: Account) -> Visit | None:
    stored = cache.get(_key(account))
    return Visit(*stored) if stored else None


def _key(account: Account) -> str:
    return f"visit:{account.pk}"


def delete_expired() -> None:
    """Delete expired sessions, stored API responses after a day, and sign-in records and ended tokens later."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    AnsweredRequest.objects.filter(created_at__lt=timezone.now() - ANSWERS_KEPT).delete()
    before = timezone.now() - RECORDS_KEPT
    for records in (AccessAttempt, AccessFailureLog, AccessLog):
        records.objects.filter(attempt_time__lt=before).delete()
    ApiToken.objects.filter(Q(revoked_at__lt=before) | Q(expires_at__lt=before)).delete()
