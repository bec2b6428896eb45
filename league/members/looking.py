"""What pages say of the demo where the place has one: whom one can look as, and whom one looks as now."""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest

from league.members.demo import LOOKS, is_of_the_demo
from league.members.models import Account
from league.members.selectors import demo_accounts


class Looking:
    """The demo, seen by somebody. Nothing is asked of the database before a page shows it."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def now(self) -> Account | None:
        """The account of the demo that is signed in."""
        user = getattr(self._request, "user", None)
        if user is None or not user.is_authenticated:
            return None
        return user if is_of_the_demo(user.email) else None

    @property
    def role(self) -> str:
        """What one looks as now, in a word."""
        return _word(self.now) if self.now else ""

    @property
    def offered(self) -> Iterator[dict[str, str]]:
        """The other accounts of the demo: `role` for the address, `word` to be read. None for who has an account."""
        user = getattr(self._request, "user", None)
        if user is not None and user.is_authenticated and not self.now:
            return
        for role, account in demo_accounts().items():
            if self.now is None or account.pk != self.now.pk:
                yield {"role": role, "word": _word(account)}


def demo(request: HttpRequest) -> dict[str, object]:
    """The name `looking` for templates, in a place that has the demo; a context processor."""
    return {"looking": Looking(request)} if settings.DEMO else {}


def _word(account: Account) -> str:
    return str(LOOKS.get(account.email.partition("@")[0], ""))
