"""Addresses of demo accounts. They receive no mail (RFC 2606) and have no password."""

from typing import Final

from django.utils.translation import gettext_lazy as _

DOMAIN: Final = "demo.invalid"
LOOKS: Final = {
    "secretary": _("organiser of a club with weekly club nights"),
    "player": _("player"),
    "arbiter": _("organiser of a weekend tournament"),
}


def is_of_the_demo(email: str) -> bool:
    """Whether an account of this address is the demo's."""
    return email.strip().lower().endswith(f"@{DOMAIN}")


def address_of(name: str) -> str:
    """Return the address of a demo account."""
    return f"{name}@{DOMAIN}"
