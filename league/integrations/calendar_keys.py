"""Keys of private calendars: who reads by a key, and the key of an account."""

from secrets import token_urlsafe

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.demo import refuse_demo_account
from league.accounts.models import Account
from league.clubs.permissions import User
from league.clubs.queries import clubs_shown_by
from league.integrations.errors import NoSuchCalendar
from league.integrations.models import CalendarKey


def account_behind(key: str) -> Account:
    """Return the account of a key. Raise `NoSuchCalendar`."""
    calendar_key = CalendarKey.objects.select_related("account").filter(key=key, account__is_active=True).first()
    if calendar_key is None:
        raise NoSuchCalendar(_("This calendar link no longer works. The new link is in your account, under Calendar."))
    return calendar_key.account


def asker_behind(key: str) -> User:
    """Return who reads by a key: its account, or an anonymous holder of a view-only link to one club."""
    shown = clubs_shown_by([key])
    if not shown:
        return account_behind(key)
    visitor = AnonymousUser()
    setattr(visitor, "shown_clubs", shown)  # noqa: B010  (as `league.clubs.middleware` does)
    return visitor


def key_of(account: Account) -> str:
    """Return the key of the account's calendars; "" where there is none."""
    key = CalendarKey.objects.filter(account=account).values_list("key", flat=True).first()
    return key or ""


@transaction.atomic
def make_calendar(*, account: Account) -> str:
    """Return a new key for the account's calendars; the previous key stops working."""
    refuse_demo_account(account)
    calendar, _is_new = CalendarKey.objects.update_or_create(account=account, defaults={"key": token_urlsafe()})
    return calendar.key


@transaction.atomic
def end_calendar(*, account: Account) -> None:
    """Revoke the key of the account's calendars. Idempotent."""
    CalendarKey.objects.filter(account=account).delete()
