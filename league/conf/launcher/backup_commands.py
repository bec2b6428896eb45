"""`manage.py backup` and `manage.py restore`."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from league.conf.launcher import backups, external_services, pg_dump, postgres, restoring
from league.conf.launcher.backups import MEGABYTE, Backup
from league.conf.launcher.console import tell
from league.conf.launcher.errors import BackupRefused
from league.conf.launcher.instance_lock import Holder, holder, occupied
from league.conf.launcher.migrations import holds_tables, unknown_here
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.services import embedded, started

PATIENCE = 600.0
OLDEST_SERVER = 17  # what `pg_restore` of version 18 says first is unknown to older ones


def back_up(place: InstallPaths, *, into: Path | None = None, keep: int | None = None) -> None:
    """Back up the database of this place, at work or not; then keep only the newest so many backups, if asked to."""
    folder = into or backups.home(place)
    with database_at_hand(place, "backup") as address:
        if not holds_tables(address):
            raise BackupRefused(
                "Nothing to back up: the database is empty. If the site uses DATABASE_URL or MOOTHILL_VAR, "
                "set them for this command too."
            )
        made = backups.take(place, address, into=folder, reason=backups.ASKED_FOR)
    tell("backup", f"{place.shown(made.folder)}, {made.about.size / MEGABYTE:,.1f} MB")
    for old in backups.prune(place, folder, keep=keep) if keep is not None else ():
        tell("backup", f"removed {place.shown(old)}")


def restore(place: InstallPaths, folder: Path, *, replace: bool = False) -> None:
    """Put a backup where the database of this place is. Raises BackupRefused, and changes nothing then.

    With `replace` data that are there already are backed up first; without, they are a reason to refuse. Whoever is
    at work here is refused too (AlreadyRunning).
    """
    backup = backups.read(folder)
    refuse_newer(place, backup)
    if address := os.environ.get("DATABASE_URL"):
        restore_outside(place, backup, address)
    else:
        restore_embedded(place, backup, replace=replace)
    about = backup.about
    tell("restore", f"restored the data of {about.taken_at} (Moothill {about.moothill}); start it with `manage.py up`")


def refuse_newer(place: InstallPaths, backup: Backup) -> None:
    """Raise BackupRefused where a newer Moothill wrote the backup: this one has not all of its migrations."""
    unknown = unknown_here(place, backup.about.migrations)
    if unknown:
        raise BackupRefused(
            f"{backup.folder} was written by a newer version, Moothill {backup.about.moothill} "
            f"(unknown migration {unknown[0]}). Update Moothill first (git pull)."
        )


def restore_embedded(place: InstallPaths, backup: Backup, *, replace: bool) -> None:
    """Fill a new database from the backup, exchange it for the old one, and put back the key.

    If it is interrupted, run it again: the old data stay until the exchange.
    """
    with occupied(place, "restore"):
        with embedded(place, to_fill=True) as services, started(place, services):
            address = services.addresses["DATABASE_URL"]
            if holds_tables(address):
                put_away(place, address, replace=replace)
            restoring.exchange(services.sockets, backup)
        restoring.restore_key(place, backup)
        postgres.forget_caches(place)


def put_away(place: InstallPaths, address: str, *, replace: bool) -> None:
    """Back up what is about to be replaced. Raises BackupRefused where nobody asked to replace it."""
    if not replace:
        raise BackupRefused("The database already contains data. Use --replace to replace it; it is backed up first.")
    made = backups.take(place, address, into=backups.home(place), reason="replaced")
    tell("restore", f"old data backed up to {place.shown(made.folder)}")


def restore_outside(place: InstallPaths, backup: Backup, address: str) -> None:
    """Fill the empty database of the operator's own server. Raises BackupRefused where it is not empty."""
    version = external_services.version_of_postgres(address)
    if int(version.partition(".")[0]) < OLDEST_SERVER:
        raise BackupRefused(
            f"DATABASE_URL is a PostgreSQL {version} server, but a restore needs version {OLDEST_SERVER} or newer. "
            "Use a newer server, or unset DATABASE_URL to use the embedded one."
        )
    if holds_tables(address):
        raise BackupRefused(
            "The database in DATABASE_URL already contains data. Create an empty one (createdb), "
            "set DATABASE_URL to it, and restore again."
        )
    with occupied(place, "restore"):
        pg_dump.fill(address, backup.dump)
        restoring.restore_key(place, backup)
    if "REDIS_URL" in os.environ:
        tell("restore", "also empty Redis (redis-cli FLUSHDB), because it caches pages of the old data")


@contextmanager
def database_at_hand(place: InstallPaths, command: str) -> Iterator[str]:
    """The address of the database, which answers: the environment's, that of who is at work here, or started for us."""
    if address := os.environ.get("DATABASE_URL"):
        external_services.version_of_postgres(address)
        yield address
        return
    at_work = settled_holder(place)
    if at_work and "DATABASE_URL" in at_work.services:
        yield at_work.services["DATABASE_URL"]
        return
    if at_work and at_work.address:
        raise BackupRefused(f"{at_work.named()} uses its own DATABASE_URL. Set the same DATABASE_URL for this command.")
    with occupied(place, command, patience=PATIENCE), embedded(place) as services, started(place, services):
        yield services.addresses["DATABASE_URL"]


def settled_holder(place: InstallPaths) -> Holder | None:
    """Who is at work here and says where; None when nobody is, or nobody who has said so after `PATIENCE` seconds."""
    deadline = time.monotonic() + PATIENCE
    while at_work := holder(place):
        if at_work.address or at_work.services:
            return at_work
        if time.monotonic() > deadline:
            return None
        time.sleep(0.2)
    return None
