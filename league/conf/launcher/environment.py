"""Folders of an installation, and the environment variables of its processes: settings, secrets, addresses."""

import os
import re
import secrets
import sysconfig
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from league.conf.launcher.console import ConfigurationError

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = Path(sysconfig.get_path("purelib"))
SETTINGS = "league.conf.settings"
PROGRAMS_URL = "MOOTHILL_PROGRAMS_DATABASE_URL"  # your own server, in the role of the worker for uploaded bots
PROGRAMS_REDIS_URL = "MOOTHILL_PROGRAMS_REDIS_URL"  # the same for Redis
MAY_BE_EMPTY = ("MOOTHILL_MAIL_URL", "MOOTHILL_METRICS_TOKEN")  # no mail, no metrics
SECRETS = ("MOOTHILL_SECRET_KEY", "DATABASE_URL", "REDIS_URL", PROGRAMS_URL, PROGRAMS_REDIS_URL, *MAY_BE_EMPTY)
SUFFIX = "_FILE"
WEB_THREADS = 2  # of each web process, for pages
EXTRA_CONNECTIONS = 4  # of each web process: for monitoring, for the permission of a file, for streams of remote bots
QUEUES = ("matches", "records", "ratings", "mail", "bots", "programs", "remote", "mixed", "reviews")
ENGINE_BUILD = "MOOTHILL_ENGINE_BUILD"  # the folder of the compiled engine (`engine.compiled`)
HARMLESS = re.compile(  # variables that the worker for uploaded bots may have
    "PATH|HOME|LANG|LC_.*|TZ|TMPDIR|PYTHON.*|OPENBLAS_NUM_THREADS|"
    "MOOTHILL_(VAR|VOLUME|LEAST_FREE|DEBUG|ADDRESS|LOGS|ENGINE_BUILD|MATCH_.*)"
)


@dataclass(frozen=True)
class InstallPaths:
    """An installation: its source in `root`, its data in `var`."""

    root: Path
    var: Path

    @classmethod
    def here(cls) -> "InstallPaths":
        """Return the installation of this source; MOOTHILL_VAR can move its data."""
        return cls(ROOT, Path(os.environ.get("MOOTHILL_VAR") or ROOT / "var").absolute())

    @property
    def python(self) -> Path:
        """The Python of the virtual environment."""
        return self.root / ".venv" / "bin" / "python"

    @property
    def backups(self) -> Path:
        """The usual folder for backups."""
        return self.var / "backups"

    def folder(self, name: str) -> Path:
        """Return a folder in `var`, created if necessary."""
        folder = self.var / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def shown(self, path: Path) -> str:
        """Return a path for people, relative to the source if it is in there."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


def write_private(path: Path, text: str) -> None:
    """Write a whole file or nothing, readable by our account only."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)


def with_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with each secret `NAME` read from the file that `NAME_FILE` names.

    Raise ConfigurationError if both are set, or the file cannot be read.
    """
    values = dict(environment)
    for name in SECRETS:
        if not (file := values.pop(name + SUFFIX, "")):
            continue
        if name in values:
            raise ConfigurationError(f"{name} and {name}{SUFFIX} are both set. Keep one of them and remove the other.")
        try:
            values[name] = Path(file).read_text().rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "not a text file"  # the error itself quotes the content
            raise ConfigurationError(
                f"Cannot read {file}, set in {name}{SUFFIX}: {why}. "
                "Write the secret into it, and give Moothill read permission."
            ) from None
        if not values[name] and name not in MAY_BE_EMPTY:
            raise ConfigurationError(f"{file}, set in {name}{SUFFIX}, is empty. Write the secret into it.")
    return values


def site_environment(paths: InstallPaths, addresses: Mapping[str, str], **given: str) -> dict[str, str]:
    """Return the environment of every process of the site. Variables already set take precedence.

    `addresses` are those of the embedded services, which override them.
    """
    ours = {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "MOOTHILL_SECRET_KEY": secret_key(paths),
        "MOOTHILL_VAR": str(paths.var),
        **given,
    }
    theirs = {name: os.environ[name] for name in (*ours, "DATABASE_URL", "REDIS_URL") if name in os.environ}
    return ours | theirs | dict(addresses)


def secret_key(paths: InstallPaths) -> str:
    """Return the key that signs sessions and links. It is created once, readable by our account only."""
    key = key_file(paths)
    if not key.exists():
        draft = key.with_suffix(f".{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # of several that start at once, the first one's counts
            os.link(draft, key)
        draft.unlink()
    return key.read_text().strip()


def key_file(paths: InstallPaths) -> Path:
    """Return the file of the secret key."""
    return paths.folder("") / "secret_key"


def bots_environment(site: Mapping[str, str], *, database: str, redis: str) -> dict[str, str]:
    """Return the whole environment of the worker for uploaded bots, without secrets of the site or the operator.

    `database` and `redis` are the addresses for its own role and user. Its key signs nothing that the site accepts.
    """
    kept = {name: value for name, value in (os.environ | dict(site)).items() if HARMLESS.fullmatch(name)}
    return kept | {
        "DJANGO_SETTINGS_MODULE": site["DJANGO_SETTINGS_MODULE"],
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "MOOTHILL_SECRET_KEY": secrets.token_urlsafe(48),
    }
