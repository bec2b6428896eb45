"""Accounts of the operating system: whose Moothill is, and whose PostgreSQL runs under.

PostgreSQL refuses to serve root, so root lends it another account. And root keeps out of what another account keeps.
"""

import os
import pwd
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from league.conf.launcher.errors import WrongAccount
from league.conf.launcher.paths import InstallPaths

POSTGRES = "moothill-postgres"
"""The system account that PostgreSQL runs under where root starts it."""


@dataclass(frozen=True)
class Account:
    """A user and group of the operating system."""

    uid: int
    gid: int

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches the folder through all of its parents."""
        command = ["test", "-x", str(folder)]
        return subprocess.call(command, user=self.uid, group=self.gid, extra_groups=(), cwd="/") == 0

    def takes(self, folder: Path) -> None:
        """Make the folder, private to this account."""
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)


def refuse_root(place: InstallPaths, words: Sequence[str]) -> None:
    """Raise WrongAccount where root would write into what another account keeps, who could not change it afterwards.

    Where nothing is kept yet, the folder it will lie in counts, unless its owner has no name here: such as a folder of
    another machine that a container is shown.
    """
    folder = next(each for each in (place.var, *place.var.parents) if each.exists())
    owner = Account(folder.stat().st_uid, folder.stat().st_gid)
    name = name_of(owner.uid)
    if os.geteuid() != 0 or owner.uid == 0 or not (name or folder == place.var):
        return
    account = name or f"{owner.uid}"
    raise WrongAccount(
        f"{folder} belongs to the user {account}, not to root. "
        f"Run the command as that user: {shlex.join([*su_command(owner, name), 'python3', 'manage.py', *words])}"
    )


def su_command(account: Account, name: str) -> list[str]:
    """What root types in front of a command that is for another account, which may have no name here."""
    if not name:
        return ["setpriv", f"--reuid={account.uid}", f"--regid={account.gid}", "--clear-groups"]
    return ["runuser", "-u", name, "--"] if shutil.which("runuser") else ["sudo", "-H", "-u", name]


def name_of(uid: int) -> str:
    """The name of an account, empty where it has none here."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return ""


def service_user(data: Path) -> Account | None:
    """Return the account for PostgreSQL on this data folder; None where our own will do, because we are not root.

    The owner of existing data keeps it; new data get the system account POSTGRES, created if need be. Raise
    WrongAccount where it cannot be created.
    """
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    try:
        found = pwd.getpwnam(POSTGRES)
    except KeyError:
        found = _create_account()
    return Account(found.pw_uid, found.pw_gid)


def _create_account() -> pwd.struct_passwd:
    options = ("--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent")
    command = ["useradd", *options, "--shell", "/usr/sbin/nologin", POSTGRES]
    try:
        why = subprocess.run(command, capture_output=True, text=True, check=False).stderr.strip()
    except FileNotFoundError:
        why = "this system has no useradd"
    try:
        return pwd.getpwnam(POSTGRES)  # another command may have been first
    except KeyError:
        raise WrongAccount(
            f"PostgreSQL refuses to run as root, and the system account {POSTGRES} cannot be created ({why}). "
            "Create it, or run Moothill as an ordinary user."
        ) from None
