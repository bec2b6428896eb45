"""The accounts of the demo: made by it, looked through by whoever likes, and changed by nobody."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.members.demo import address_of, is_of_the_demo
from league.members.errors import DemoStays
from league.members.models import Account
from league.members.services.players import make_player


@transaction.atomic
def make_demo_account(*, role: str, name: str) -> Account:
    """Return an account of the demo with its player. No password opens it, and its address needs no confirming."""
    account = Account.objects.create_user(address_of(role), email_confirmed_at=timezone.now())
    make_player(name=name, account=account)
    return account


def refuse_for_the_demo(account: Account) -> None:
    """Raise `DemoStays` for an account of the demo: the next who looks through it finds it as it was."""
    if is_of_the_demo(account.email):
        raise DemoStays(_("You cannot change a demo account. Exit the demo and use your own account."))
