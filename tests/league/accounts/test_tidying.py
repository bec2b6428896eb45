"""Sessions that have expired and old records of signing in are deleted, and nothing else is."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from league.accounts.services.visits import RECORDS_KEPT
from league.accounts.tasks import tidy
from tests.factories import account_of, browser_of

pytestmark = pytest.mark.django_db

RECORDS = (AccessAttempt, AccessFailureLog, AccessLog)


def test_whoever_is_signed_in_stays_so_and_expired_sessions_go() -> None:
    morag, hamish = browser_of(account_of("Morag")), browser_of(account_of("Hamish"))
    kept, gone = (browser.cookies[settings.SESSION_COOKIE_NAME].value for browser in (morag, hamish))
    Session.objects.filter(pk=gone).update(expire_date=timezone.now() - timedelta(seconds=1))
    tidy()
    assert list(Session.objects.values_list("pk", flat=True)) == [kept]
    assert morag.get("/account/").status_code == 200


@pytest.mark.parametrize("records", RECORDS, ids=lambda model: model.__name__)
def test_old_records_of_signing_in_go(records: type[AccessAttempt | AccessFailureLog | AccessLog]) -> None:
    failures = {"failures_since_start": 1} if records is AccessAttempt else {}
    old, recent = (records.objects.create(username=name, **failures) for name in ("old", "recent"))
    long_ago = timezone.now() - RECORDS_KEPT - timedelta(minutes=1)
    records.objects.filter(pk=old.pk).update(attempt_time=long_ago)
    tidy()
    assert list(records.objects.values_list("pk", flat=True)) == [recent.pk]


def test_beat_sees_to_it() -> None:
    assert "league.accounts.tidy" in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
