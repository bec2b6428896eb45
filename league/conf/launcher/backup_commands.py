"""`manage.py backup` and `manage.py restore`."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from league.conf.launcher import backups, database, postgres
from league.conf.launcher.backups import Backup
from league.conf.launcher.console import tell
from league.conf.launcher.errors import BackupRefused
from league.conf.launcher.instance_lock import PATIENCE, holder, occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.services import started

OLDEST_SERVER = 17  # older ones do not know what `pg_restore` of version 18 says first


def back_up(place: InstallPaths, *, into: Path | None = None, keep: int | None = None) -> None:
    """Back up the database, which may be in use. Then keep only the newest `keep` backups."""
    folder = into or backups.home(place)
    with database_at_hand(place, "backup") as address:
        if not database.holds_tables(address):
            raise BackupRefused(
                "Nothing to back up: the database is empty. If the site uses DATABASE_URL or MOOTHILL_VAR, "
                "set them for this command too."
            )
        made = backups.take(place, address, into=folder, reason=backups.ASKED_FOR)
    tell("backup", f"{place.shown(made.folder)}, {made.size}")
    for old in backups.prune(place, folder, keep=keep) if keep is not None else ():
        tell("backup", f"removed {place.shown(old)}")


def restore(place: InstallPaths, folder: Path, *, replace: bool = False) -> None:
    """Restore a backup. With `replace` existing data are backed up first; without, they are a reason to refuse.

    Raise BackupRefused, or LauncherError, before anything changes.
    """
    backup = backups.read(folder)
    refuse_newer(place, backup)
    with occupied(place, "restore"):
        if address := os.environ.get("DATABASE_URL"):
            restore_outside(place, backup, address)
            if "REDIS_URL" in os.environ:
                tell("restore", "also empty Redis (redis-cli FLUSHDB), because it caches pages of the old data")
        else:
            restore_embedded(place, backup, replace=replace)
    taken, version = backup.about["taken_at"], backup.about["moothill"]
    tell("restore", f"restored the data of {taken} (Moothill {version}); start it with `manage.py up`")


def refuse_newer(place: InstallPaths, backup: Backup) -> None:
    """Raise BackupRefused if a newer version made the backup: this one lacks some of its migrations."""
    if unknown := database.unknown_here(place, backup.about["migrations"]):
        raise BackupRefused(
            f"{backup.folder} was written by a newer version, Moothill {backup.about['moothill']} "
            f"(unknown migration {unknown[0]}). Update Moothill first (git pull)."
        )


def restore_embedded(place: InstallPaths, backup: Backup, *, replace: bool) -> None:
    """Exchange the embedded database for one filled from the backup. If interrupted, run it again."""
    with started(place, to_fill=True) as services:
        address = services.addresses["DATABASE_URL"]
        if database.holds_tables(address):
            if not replace:
                raise BackupRefused(
                    "The database already contains data. Use --replace to replace it; it is backed up first."
                )
            made = backups.take(place, address, into=backups.home(place), reason="replaced")
            tell("restore", f"old data backed up to {place.shown(made.folder)}")
        backups.exchange(services.sockets, backup)
    backups.restore_key(place, backup)
    postgres.forget_caches(place)


def restore_outside(place: InstallPaths, backup: Backup, address: str) -> None:
    """Fill the empty database of your own server. Raise BackupRefused if it is not empty."""
    version = database.server_version(address)
    if int(version.partition(".")[0]) < OLDEST_SERVER:
        raise BackupRefused(
            f"DATABASE_URL is a PostgreSQL {version} server, but a restore needs version {OLDEST_SERVER} or newer. "
            "Use a newer server, or unset DATABASE_URL to use the embedded one."
        )
    if database.holds_tables(address):
        raise BackupRefused(
            "The database in DATABASE_URL already contains data. Create an empty one (createdb), "
            "set DATABASE_URL to it, and restore again."
        )
    database.fill(address, backup.folder / backups.DUMP)
    backups.restore_key(place, backup)


@contextmanager
def database_at_hand(place: InstallPaths, command: str) -> Iterator[str]:
    """Give the address of the database: in the environment, of the running Moothill, or started for this command."""
    if address := os.environ.get("DATABASE_URL"):
        database.server_version(address)
        yield address
        return
    deadline = time.monotonic() + PATIENCE
    while (running := holder(place)) and not (running.address or running.services) and time.monotonic() < deadline:
        time.sleep(0.2)  # it is starting, or another command is at work
    if running and running.services.get("DATABASE_URL"):
        yield running.services["DATABASE_URL"]
    elif running and running.address:
        raise BackupRefused(f"{running} uses its own DATABASE_URL. Set the same DATABASE_URL for this command.")
    else:
        with occupied(place, command, patience=PATIENCE), started(place) as services:
            yield services.addresses["DATABASE_URL"]
