"""E-mails with the daily report: at most one a day, to accounts that want them and have news."""

from collections.abc import Container
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.ladder.daily_report import KIND, DailyReport, daily_report_of, report_recipients, today_of
from games.ladder.models import DailyReportMail
from league.accounts.models import Account
from league.accounts.services.notifications import notify

log = structlog.get_logger(__name__)

EARLIEST: Final = 7  # o'clock in the account's time zone


def send_daily_reports() -> int:
    """Send the reports that are due; return their number. A failed one is tried again at the next call."""
    since = timezone.now().date() - timedelta(days=2)
    written = set(DailyReportMail.objects.filter(day__gte=since).values_list("account", "day"))
    return sum(_written_if_due(account, written) for account in report_recipients())


@transaction.atomic
def send_daily_report(*, account: Account) -> bool:
    """Send yesterday's report at most once a day, if it has news; return whether a mail was sent."""
    today = today_of(account)
    kept, is_new = DailyReportMail.objects.get_or_create(account=account, day=today)
    if not is_new:
        return False
    with translation.override(account.language), timezone.override(ZoneInfo(account.time_zone)):
        report = daily_report_of(account, today - timedelta(days=1))
        if report.has_changes:
            _write(account, report)
            return True
    kept.is_written = False
    kept.save(update_fields=["is_written"])
    return False


def _written_if_due(account: Account, written: Container[tuple[int, date]]) -> bool:
    try:
        is_due = timezone.now().astimezone(ZoneInfo(account.time_zone)).hour >= EARLIEST
        return is_due and (account.pk, today_of(account)) not in written and send_daily_report(account=account)
    except Exception:
        log.exception("a daily report could not be sent", account=account.public_id)
        return False


def _write(account: Account, report: DailyReport) -> None:
    facts = {
        "report": report,
        "bots": [bot for bot in report.bots if bot.has_changes],
        "site": settings.SITE_ADDRESS,
        "address": settings.SITE_ADDRESS + reverse("daily-report:day", args=[report.day.isoformat()]),
    }
    subject = _("Moothill: your bots yesterday")
    notify([account], KIND, subject, "ladder/mail/daily_report.txt", facts, once=report.day.isoformat())
