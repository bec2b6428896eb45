"""Accounts of the operating system: whose Moothill is, and whose PostgreSQL runs under.

PostgreSQL refuses to serve root, so root lends it another account. And root keeps out of what another account keeps.
"""

import os
import pwd
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from league.conf.launcher.errors import WrongAccount
from league.conf.launcher.places import Place

NOBODY = 65534


@dataclass(frozen=True)
class Account:
    """A user and group of the operating system."""

    uid: int
    gid: int

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches the folder through all of its parents."""
        return self.runs(["test", "-x", str(folder)]).returncode == 0

    def runs(
        self, words: Sequence[str], *, cwd: Path = Path("/"), env: Mapping[str, str] | None = None, read: str = ""
    ) -> "subprocess.CompletedProcess[str]":
        """What comes of a program in this account, which is given `read` to read. Raises OSError."""
        return subprocess.run(
            words,
            input=read,
            user=self.uid,
            group=self.gid,
            extra_groups=(),
            cwd=cwd,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )

    def takes(self, folder: Path) -> None:
        """Make the folder, private to this account."""
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)

    def visits(self, folder: Path) -> None:
        """Let this account reach what lies in a folder of another's, and will lie there, without a list."""
        os.chown(folder, -1, self.gid)
        folder.chmod(0o2710)


def refuse_root(place: Place, words: Sequence[str]) -> None:
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
        f"Run the command as that user: {shlex.join([*becoming(owner, name), 'python3', 'manage.py', *words])}"
    )


def becoming(account: Account, name: str) -> list[str]:
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


def lent_account(data: Path) -> Account | None:
    """The account that serves the data folder, or None where our own will do (we are not root).

    The owner of existing data keeps it; new data goes to `nobody`.
    """
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        return Account(NOBODY, NOBODY)
    return Account(nobody.pw_uid, nobody.pw_gid)
