"""What operators are told when the place starts."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning

from league.sharing.hooks.targets import host_listed


@register()
def hosts_can_be_read(**_: Any) -> list[CheckMessage]:
    """A typing error in the list of hosts lets no webhook go there; say so."""
    hint = "Write hosts alone, with a port where it is not 443: hooks.example.org,chat.example.net:8443"
    unread = [entry for entry in settings.WEBHOOK_HOSTS if entry.strip() and host_listed(entry) is None]
    return [
        CheckWarning(f"MOOTHILL_WEBHOOK_HOSTS: {one!r} is no host.", hint=hint, id="sharing.W001") for one in unread
    ]
