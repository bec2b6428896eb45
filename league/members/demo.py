"""The demo's accounts: nobody's, marked by their address. No mail reaches it (RFC 2606), and no password opens it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

DOMAIN: Final = "demo.invalid"
LOOKS: Final = {
    "secretary": _("organiser of club nights"),
    "player": _("player"),
    "arbiter": _("organiser of tournaments"),
}


def is_of_the_demo(email: str) -> bool:
    """Whether an account of this address is the demo's."""
    return email.strip().lower().endswith(f"@{DOMAIN}")


def address_of(name: str) -> str:
    """The address of somebody in the demo."""
    return f"{name}@{DOMAIN}"
