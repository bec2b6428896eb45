"""Who reads a calendar by a key, and what the key of an account is."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from league.clubs.rules import Asker
from league.clubs.selectors import clubs_shown_by
from league.members.models import Account
from league.sharing.errors import NoSuchCalendar
from league.sharing.models import CalendarKey


def account_behind(key: str) -> Account:
    """Whose calendar a key opens; raises `NoSuchCalendar`."""
    found = CalendarKey.objects.select_related("account").filter(key=key, account__is_active=True).first()
    if found is None:
        raise NoSuchCalendar(_("This calendar link no longer works. The new link is in your account, under Calendar."))
    return found.account


def asker_behind(key: str) -> Asker:
    """Who reads by a key: its account, or whoever holds a link that shows a club, and then this club alone."""
    shown = clubs_shown_by([key])
    if not shown:
        return account_behind(key)
    visitor = AnonymousUser()
    setattr(visitor, "shown_clubs", shown)  # noqa: B010  (as `league.clubs.middleware` does)
    return visitor


def key_of(account: Account) -> str:
    """The key by which the account's calendars are read; "" where there is none."""
    found = CalendarKey.objects.filter(account=account).values_list("key", flat=True).first()
    return found or ""
