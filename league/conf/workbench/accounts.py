"""Whose account PostgreSQL runs under: it refuses to serve root, so root lends it another one."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path

NOBODY = 65534


@dataclass(frozen=True)
class Account:
    """A user and group of the operating system."""

    uid: int
    gid: int

    def can_enter(self, folder: Path) -> bool:
        """Whether this account reaches the folder through all of its parents."""
        asked = subprocess.run(
            ["test", "-x", str(folder)],
            user=self.uid,
            group=self.gid,
            extra_groups=(),
            cwd="/",
            check=False,
        )
        return asked.returncode == 0

    def takes(self, folder: Path) -> None:
        """Make the folder, private to this account."""
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)


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
