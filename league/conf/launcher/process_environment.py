"""What the processes of a site find in their environment, beside the addresses of the services."""

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from league.conf.launcher.paths import InstallPaths

SETTINGS = "league.conf.settings"

PROGRAMS_URL = "MOOTHILL_PROGRAMS_DATABASE_URL"
"""Where a server of the operator's own lets in the worker for uploaded bots, in a role with few rights."""

PROGRAMS_REDIS_URL = "MOOTHILL_PROGRAMS_REDIS_URL"
"""The same of a Redis of the operator's own, where it has a user with few rights."""

HARMLESS = re.compile(
    "PATH|HOME|LANG|LC_.*|TZ|TMPDIR|PYTHON.*|OPENBLAS_NUM_THREADS|MOOTHILL_(VAR|DEBUG|ADDRESS|LOGS|MATCH_.*)"
)


def site_environment(place: InstallPaths, addresses: Mapping[str, str], **given: str) -> dict[str, str]:
    """The environment of every process of the site. What the person has set already stays as it is.

    `addresses` are those of the services that run here; the person's own stand for the others.
    """
    theirs = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
    ours = {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "MOOTHILL_SECRET_KEY": secret_key(place),
        "MOOTHILL_VAR": str(place.var),
        **theirs,
        **given,
    }
    return ours | {name: value for name, value in os.environ.items() if name in ours} | dict(addresses)


def secret_key(place: InstallPaths) -> str:
    """The key that signs sessions and links: made once, readable by our own account alone."""
    key = key_file(place)
    if not key.exists():
        draft = key.with_suffix(f".{secrets.token_hex(8)}")
        try:
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(48))
            with suppress(FileExistsError):  # where several begin at once, the first one's counts
                os.link(draft, key)
        finally:
            draft.unlink()
    return key.read_text().strip()


def key_file(place: InstallPaths) -> Path:
    """Where that key lies."""
    return place.folder("") / "secret_key"


def bots_environment(site: Mapping[str, str], *, database: str, redis: str) -> dict[str, str]:
    """The whole environment of the worker that runs uploaded bots: none of what the site or the person keeps.

    Its key signs nothing that the site would believe, and `database` lets it in with the rights of its own role, as
    `redis` should with those of its own user.
    """
    kept = {name: value for name, value in (os.environ | dict(site)).items() if HARMLESS.fullmatch(name)}
    return kept | {
        "DJANGO_SETTINGS_MODULE": site["DJANGO_SETTINGS_MODULE"],
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "MOOTHILL_SECRET_KEY": secrets.token_urlsafe(48),
    }
