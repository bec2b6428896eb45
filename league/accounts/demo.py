"""Demo accounts: every visitor may sign in as one. They receive no mail (RFC 2606) and have no password."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.accounts.errors import DemoAccountRefused

if TYPE_CHECKING:
    from league.accounts.models import Account

DOMAIN: Final = "demo.invalid"
ROLES: Final = {
    "secretary": _("organiser of club nights"),
    "player": _("player"),
    "arbiter": _("organiser of a weekend tournament"),
}


def is_demo_address(email: str) -> bool:
    """Whether an account of this address is the demo's."""
    return email.strip().lower().endswith(f"@{DOMAIN}")


def address_of(name: str) -> str:
    """Return the address of a demo account."""
    return f"{name}@{DOMAIN}"


def refuse_demo_account(account: "Account") -> None:
    """Raise `DemoAccountRefused` for a demo account, so that it stays the same for the next visitor."""
    if is_demo_address(account.email):
        refusal = gettext("You cannot do this with a demo account. Exit the demo and use your own account.")
        raise DemoAccountRefused(refusal)
