"""What nobody needs any more goes: sessions that have expired, and what was noted about signing in."""

from datetime import timedelta
from importlib import import_module
from typing import Final

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.utils import timezone

RECORDS_KEPT: Final = timedelta(days=30)


def forget_what_is_over() -> None:
    """Delete the sessions that have expired, and records of signing in that are older than `RECORDS_KEPT`."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    before = timezone.now() - RECORDS_KEPT
    for records in (AccessAttempt, AccessFailureLog, AccessLog):
        records.objects.filter(attempt_time__lt=before).delete()
