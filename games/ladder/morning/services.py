"""Morning mails: one a day to whoever has something to hear, and none to who wants none."""

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

from games.ladder.errors import NoSuchLadder
from games.ladder.models import MorningMail
from games.ladder.morning.facts import Morning
from games.ladder.morning.selectors import accounts_to_write_to, morning_of, today_of, written_since
from league.members.models import Account
from league.members.selectors import account_by_id
from league.members.services.telling import notify

log = structlog.get_logger(__name__)

EARLIEST: Final = 7  # o'clock, by the account's own clock
KIND: Final = "morning"
SALT: Final = "moothill.no-morning-mail"  # of links in mails that were written before all kinds had one


def write_mornings() -> int:
    """Write to everybody whose morning has come and who was not written to today; returns how many were.

    One whose mail fails keeps nobody else waiting, and is tried again the next time.
    """
    written = written_since(timezone.now().date() - timedelta(days=2))
    return sum(_written_if_due(account, written) for account in accounts_to_write_to())


@transaction.atomic
def write_morning(*, account: Account) -> bool:
    """Tell the account of its bots' yesterday, once a day and only if there is something; whether a mail was written.

    Whoever comes at the same time waits for the row, and finds that it is there.
    """
    today = today_of(account)
    kept, is_new = MorningMail.objects.get_or_create(account=account, day=today)
    if not is_new:
        return False
    with translation.override(account.language), timezone.override(ZoneInfo(account.time_zone)):
        morning = morning_of(account, today - timedelta(days=1))
        if morning.is_news:
            _write(account, morning)
            return True
    kept.is_written = False
    kept.save(update_fields=["is_written"])
    return False


def account_of_link(token: str) -> Account:
    """Whose mails a link in an older mail ends. Raises `NoSuchLadder` for one that no mail of ours held."""
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
        if not _is_morning(account) or (account.pk, today_of(account)) in written:
            return False
        return write_morning(account=account)
    except Exception:
        log.exception("a morning mail failed", account=account.public_id)
        return False


def _is_morning(account: Account) -> bool:
    return timezone.now().astimezone(ZoneInfo(account.time_zone)).hour >= EARLIEST


def _write(account: Account, morning: Morning) -> None:
    day: date = morning.day.date
    facts = {
        "morning": morning,
        "bots": [bot for bot in morning.bots if bot.is_news],
        "site": settings.SITE_ADDRESS,
        "address": settings.SITE_ADDRESS + reverse("morning:day", args=[day.isoformat()]),
    }
    subject = _("Moothill: your bots yesterday")
    notify([account], KIND, subject, "ladder/mail/morning.txt", facts, once=day.isoformat())
