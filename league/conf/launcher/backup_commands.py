"""The commands `backup` and `restore`."""

import os
from pathlib import Path

from league.conf.launcher import postgres
from league.conf.launcher.backups import ASKED_FOR, DUMP, Backup, prune, read, restore_key, take
from league.conf.launcher.console import ConfigurationError, print_line
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.instance_lock import lock_instance
from league.conf.launcher.services import available_services, started_services


def back_up(paths: InstallPaths, *, into: Path | None = None, keep: int | None = None) -> None:
    """Back up the database, which may be in use. Then keep only the newest `keep` backups."""
    folder = into or paths.backups
    with available_services(paths, "backup", ["DATABASE_URL"]) as addresses:
        address = addresses.get("DATABASE_URL") or os.environ["DATABASE_URL"]
        if not postgres.holds_tables(address):
            raise ConfigurationError(
                "Nothing to back up: the database is empty. If the site uses DATABASE_URL or MOOTHILL_VAR, "
                "set them for this command too."
            )
        backup = take(paths, address, into=folder, reason=ASKED_FOR)
    print_line("backup", f"{paths.shown(backup.folder)}, {backup.size}")
    if keep is not None:
        prune(paths, folder, keep=keep)


def restore(paths: InstallPaths, folder: Path, *, replace: bool = False) -> None:
    """Restore a backup. With `replace` existing data are backed up first; without, they are a reason to refuse.

    Raise ConfigurationError, or another LauncherError, before anything changes. If interrupted, run it again.
    """
    backup = read(paths, folder)
    with lock_instance(paths, "restore"):
        if address := os.environ.get("DATABASE_URL"):
            _fill(address, backup)
        else:
            _exchange(paths, backup, replace=replace)
        restore_key(paths, backup)
    print_line("restore", f"{backup.restored}; start it with `manage.py up`")


def _fill(address: str, backup: Backup) -> None:
    """Restore into an empty database of the operator's."""
    if postgres.holds_tables(address):
        raise ConfigurationError(
            "The database in DATABASE_URL already contains data. Create an empty one (createdb), "
            "set DATABASE_URL to it, and restore again."
        )
    postgres.fill(address, backup.folder / DUMP)
    if "REDIS_URL" in os.environ:
        print_line("restore", "also empty Redis (redis-cli FLUSHDB), because it caches pages of the old data")


def _exchange(paths: InstallPaths, backup: Backup, *, replace: bool) -> None:
    """Restore into the embedded database; existing data are backed up first."""
    with started_services(paths, for_restore=True) as services:
        address = services.addresses["DATABASE_URL"]
        if postgres.holds_tables(address):
            if not replace:
                raise ConfigurationError(
                    "The database already contains data. Use --replace to replace it; it is backed up first."
                )
            previous = take(paths, address, into=paths.backups, reason="replaced")
            print_line("restore", f"old data backed up to {paths.shown(previous.folder)}")
        postgres.exchange(services.sockets, backup.folder / DUMP)
