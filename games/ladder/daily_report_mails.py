"""E-mails with the daily report: at most one a day, to accounts that want them and have news."""

from collections.abc import Container
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.ladder.daily_report import KIND, DailyReport, accounts_to_write_to, daily_report_of, today_of, written_since
from games.ladder.errors import NoSuchLadder
from games.ladder.models import DailyReportMail
from league.accounts.models import Account
from league.accounts.queries import account_by_id
from league.accounts.services.notifications import notify

log = structlog.get_logger(__name__)

EARLIEST: Final = 7  # o'clock in the account's time zone
SALT: Final = "moothill.no-morning-mail"  # of unsubscribe links in older mails


def send_daily_reports() -> int:
    """Send the reports that are due; return their number. A failed one is tried again at the next call."""
    written = written_since(timezone.now().date() - timedelta(days=2))
    return sum(_written_if_due(account, written) for account in accounts_to_write_to())


@transaction.atomic
def send_daily_report(*, account: Account) -> bool:
    """Send yesterday's report at most once a day, if it has news; return whether a mail was sent."""
    today = today_of(account)
    kept, is_new = DailyReportMail.objects.get_or_create(account=account, day=today)
    if not is_new:
        return False
    with translation.override(account.language), timezone.override(ZoneInfo(account.time_zone)):
        morning = daily_report_of(account, today - timedelta(days=1))
        if morning.has_news:
            _write(account, morning)
            return True
    kept.is_written = False
    kept.save(update_fields=["is_written"])
    return False


def account_of_link(token: str) -> Account:
    """Return the account of an unsubscribe link in an older mail. Raise `NoSuchLadder` for an invalid one."""
    try:
        public_id = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        sentence = _(
            "This link is incomplete. Copy the whole link from the e-mail, or turn the e-mails off on the daily"
            " report page."
        )
        raise NoSuchLadder(sentence) from error
    account = account_by_id(public_id)
    if account is None:
        raise NoSuchLadder(_("This account is closed and receives no e-mails."))
    return account


def _written_if_due(account: Account, written: Container[tuple[int, date]]) -> bool:
    try:
        is_due = timezone.now().astimezone(ZoneInfo(account.time_zone)).hour >= EARLIEST
        return is_due and (account.pk, today_of(account)) not in written and send_daily_report(account=account)
    except Exception:
        log.exception("a morning mail failed", account=account.public_id)
        return False


def _write(account: Account, morning: DailyReport) -> None:
    day: date = morning.day.date
    facts = {
        "morning": morning,
        "bots": [bot for bot in morning.bots if bot.has_news],
        "site": settings.SITE_ADDRESS,
        "address": settings.SITE_ADDRESS + reverse("morning:day", args=[day.isoformat()]),
    }
    subject = _("Moothill: your bots yesterday")
    notify([account], KIND, subject, "ladder/mail/morning.txt", facts, once=day.isoformat())
