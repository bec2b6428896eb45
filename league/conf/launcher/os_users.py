"""Accounts of the operating system: PostgreSQL's own, and the owner of an installation.

PostgreSQL refuses to run as root, so root starts it under another account.
"""

import os
import pwd
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import InstallPaths

POSTGRES = "moothill-postgres"


@dataclass(frozen=True)
class Account:
    """A user and group of the operating system."""

    uid: int
    gid: int

    def can_enter(self, folder: Path) -> bool:
        """Return whether this account reaches the folder through all of its parents."""
        command = ["test", "-x", str(folder)]
        return subprocess.call(command, user=self.uid, group=self.gid, extra_groups=(), cwd="/") == 0

    def make_folder(self, folder: Path) -> None:
        """Make a folder that this account owns and no other can enter. Idempotent."""
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)


def refuse_root(paths: InstallPaths, words: Sequence[str]) -> None:
    """Raise ConfigurationError if root would write files that the owner of the data could not change later.

    `words` are the command that the owner should run. Without data, the folder around them counts, unless its owner has
    no name here, as in containers.
    """
    folder = next(each for each in (paths.var, *paths.var.parents) if each.exists())
    owner, group = folder.stat().st_uid, folder.stat().st_gid
    name = name_of(owner)
    if os.geteuid() != 0 or owner == 0 or not (name or folder == paths.var):
        return
    prefix = f"runuser -u {name} --" if name else f"setpriv --reuid={owner} --regid={group} --clear-groups"
    raise ConfigurationError(
        f"{folder} belongs to the user {name or owner}, not to root. "
        f"Run the command as that user: {prefix} python3 manage.py {shlex.join(words)}"
    )


def name_of(uid: int) -> str:
    """Return the name of an account, empty if it has none here."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return ""


def service_user(data: Path) -> Account | None:
    """Return the account for PostgreSQL on this data folder; None if our own will do, because we are not root.

    The owner of existing data keeps it. New data get the system account POSTGRES, which is created if necessary. Raise
    ConfigurationError if that fails.
    """
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    options = ("--system", "--user-group", "--no-create-home", "--home-dir=/nonexistent", "--shell=/usr/sbin/nologin")
    command, why = [shutil.which("useradd") or "false", *options, POSTGRES], ""
    for _attempt in range(2):  # the first one creates the account if it is missing
        try:
            found = pwd.getpwnam(POSTGRES)
            return Account(found.pw_uid, found.pw_gid)
        except KeyError:
            why = subprocess.run(command, capture_output=True, text=True, check=False).stderr.strip()
    raise ConfigurationError(
        f"PostgreSQL refuses to run as root, and the system account {POSTGRES} cannot be created "
        f"({why or 'no useradd'}). Create it, or run Moothill as an ordinary user."
    )
