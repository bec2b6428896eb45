"""Demo accounts: anybody can sign in as one of them, and nobody can change them."""

from collections.abc import Iterator

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import LOOKS, address_of, is_of_the_demo
from league.accounts.errors import DemoStays
from league.accounts.models import Account
from league.accounts.queries import demo_accounts
from league.accounts.services.players import make_player


@transaction.atomic
def make_demo_account(*, role: str, name: str) -> Account:
    """Create a demo account with its player, without a password and with a confirmed address, and return it."""
    account = Account.objects.create_user(address_of(role), email_confirmed_at=timezone.now())
    make_player(name=name, account=account)
    return account


def refuse_for_the_demo(account: Account) -> None:
    """Raise `DemoStays` for a demo account, so that it stays the same for the next visitor."""
    if is_of_the_demo(account.email):
        raise DemoStays(_("You cannot do this with a demo account. Exit the demo and use your own account."))


class DemoContext:
    """Template variables of the demo, each read when used."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def now(self) -> Account | None:
        """The signed-in demo account."""
        user = getattr(self._request, "user", None)
        if user is None or not user.is_authenticated:
            return None
        return user if is_of_the_demo(user.email) else None

    @property
    def role(self) -> str:
        """Its role, in a word."""
        return _word(self.now) if self.now else ""

    @property
    def offered(self) -> Iterator[dict[str, str]]:
        """The other demo accounts: `role` for the URL, `word` to read. None for people with an account."""
        user = getattr(self._request, "user", None)
        if user is not None and user.is_authenticated and not self.now:
            return
        for role, account in demo_accounts().items():
            if self.now is None or account.pk != self.now.pk:
                yield {"role": role, "word": _word(account)}


def demo(request: HttpRequest) -> dict[str, object]:
    """Context processor: `looking`, on a site with the demo."""
    return {"looking": DemoContext(request)} if settings.DEMO else {}


def _word(account: Account) -> str:
    return str(LOOKS.get(account.email.partition("@")[0], ""))
