"""Secrets that the environment names by file: `DATABASE_URL_FILE` says where that which `DATABASE_URL` says is written.

What stands in a file is seen by nobody who lists processes or inspects a container.
"""

from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher.errors import SecretRefused

SECRETS = (
    "MOOTHILL_SECRET_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "MOOTHILL_MAIL_URL",
    "MOOTHILL_METRICS_TOKEN",
    "MOOTHILL_PROGRAMS_DATABASE_URL",
    "MOOTHILL_PROGRAMS_REDIS_URL",
)
MAY_BE_EMPTY = {"MOOTHILL_MAIL_URL", "MOOTHILL_METRICS_TOKEN"}  # a place that sends no mail, or tells no figures
SUFFIX = "_FILE"


def with_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, each secret that it names by file in the place of the file's name. Raises SecretRefused."""
    by_file = {name: file for name in SECRETS if (file := environment.get(name + SUFFIX))}
    names = {name + SUFFIX for name in SECRETS}
    plain = {name: value for name, value in environment.items() if name not in names}
    for name in by_file.keys() & plain.keys():
        raise SecretRefused(f"{name} and {name}{SUFFIX} are both set. Keep one of them and remove the other.")
    return plain | {name: _written(name, Path(file)) for name, file in by_file.items()}


def _written(name: str, file: Path) -> str:
    """What the file says, without the end of its last line."""
    try:
        secret = file.read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as refused:
        why = getattr(refused, "strerror", None) or "not a text file"
        raise SecretRefused(
            f"Cannot read {file}, set in {name}{SUFFIX}: {why}. "
            "Write the secret into it, and give Moothill read permission."
        ) from None
    if not secret and name not in MAY_BE_EMPTY:
        raise SecretRefused(f"{file}, set in {name}{SUFFIX}, is empty. Write the secret into it.")
    return secret
