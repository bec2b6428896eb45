"""Template variables of the demo."""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest

from league.accounts.demo import ROLES, is_demo_address
from league.accounts.models import Account
from league.accounts.queries import demo_accounts


class DemoContext:
    """The demo in templates; each property is computed when a template uses it."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def _user(self) -> Account | None:
        """The signed-in account; none on an error page from before the authentication."""
        user = getattr(self._request, "user", None)
        return user if user is not None and user.is_authenticated else None

    @property
    def account(self) -> Account | None:
        """The signed-in demo account."""
        user = self._user
        return user if user and is_demo_address(user.email) else None

    @property
    def role_title(self) -> str:
        """The role of the signed-in demo account, such as "player"."""
        return _role_title(self.account) if self.account else ""

    @property
    def others(self) -> Iterator[dict[str, str]]:
        """The other demo accounts: `role` for the URL, `title` to show. None for people with their own account."""
        if self._user and not self.account:
            return
        for role, account in demo_accounts().items():
            if account != self._user:
                yield {"role": role, "title": _role_title(account)}


def demo(request: HttpRequest) -> dict[str, object]:
    """Return the variable `demo` on a site with the demo."""
    return {"demo": DemoContext(request)} if settings.DEMO else {}


def _role_title(account: Account) -> str:
    return str(ROLES.get(account.email.partition("@")[0], ""))
