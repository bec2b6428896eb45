"""Keys of calendars: made, made anew, ended."""

from secrets import token_urlsafe

from django.db import transaction

from league.members.models import Account
from league.members.services.looking import refuse_for_the_demo
from league.sharing.models import CalendarKey


@transaction.atomic
def make_calendar(*, account: Account) -> str:
    """Return a new key for the account's calendars; whoever has the one before reads nothing any more."""
    refuse_for_the_demo(account)
    made, _is_new = CalendarKey.objects.update_or_create(account=account, defaults={"key": token_urlsafe()})
    return made.key


@transaction.atomic
def end_calendar(*, account: Account) -> None:
    """Let nobody read the account's calendars; ended twice is ended once."""
    CalendarKey.objects.filter(account=account).delete()
