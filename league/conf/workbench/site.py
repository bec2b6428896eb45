"""What the processes of a site find in their environment, beside the addresses of the services."""

import os
import secrets
from collections.abc import Mapping

from league.conf.workbench.places import Place

SETTINGS = "league.conf.settings"


def site_environment(place: Place, addresses: Mapping[str, str], **given: str) -> dict[str, str]:
    """The environment of every process of the site. What the person has set already stays as it is."""
    ours = {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "MOOTHILL_SECRET_KEY": secret_key(place),
        "MOOTHILL_VAR": str(place.var),
        **given,
    }
    return ours | {name: value for name, value in os.environ.items() if name in ours} | dict(addresses)


def secret_key(place: Place) -> str:
    """The key that signs sessions and links: made once, readable by our own account alone."""
    key = place.folder("") / "secret_key"
    if not key.exists():
        draft = key.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        draft.replace(key)
    return key.read_text().strip()
