"""What nobody needs any more goes: sessions and tokens that are over, and what was noted about signing in."""

from datetime import timedelta
from importlib import import_module
from typing import Final

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from league.members.models import ApiToken
from league.members.services.answered import forget_answers

RECORDS_KEPT: Final = timedelta(days=30)


def forget_what_is_over() -> None:
    """Delete expired sessions, answers to programs after a day, records of signing in and ended tokens later."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    forget_answers()
    before = timezone.now() - RECORDS_KEPT
    for records in (AccessAttempt, AccessFailureLog, AccessLog):
        records.objects.filter(attempt_time__lt=before).delete()
    ApiToken.objects.filter(Q(revoked_at__lt=before) | Q(expires_at__lt=before)).delete()
