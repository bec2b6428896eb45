"""`manage.py backup` and `restore`, and upgrades by `up`: back up, migrate, restore the old data if that fails."""

import os
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import backups, database, postgres, process_specs
from league.conf.launcher.backups import DUMP, Backup
from league.conf.launcher.console import ConfigurationError, LauncherError, ServiceFailed, print_line, timed
from league.conf.launcher.instance_lock import occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.services import at_hand, started

OLDEST_SERVER = 17  # older ones do not know what `pg_restore` of version 18 says first
UPGRADE = "upgrade"
KEPT = 5


def back_up(place: InstallPaths, *, into: Path | None = None, keep: int | None = None) -> None:
    """Back up the database, which may be in use. Then keep only the newest `keep` backups."""
    folder = into or backups.home(place)
    with at_hand(place, "backup", ["DATABASE_URL"]) as addresses:
        address = addresses.get("DATABASE_URL") or os.environ["DATABASE_URL"]
        database.server_version(address)
        if not database.holds_tables(address):
            raise ConfigurationError(
                "Nothing to back up: the database is empty. If the site uses DATABASE_URL or MOOTHILL_VAR, "
                "set them for this command too."
            )
        made = backups.take(place, address, into=folder, reason=backups.ASKED_FOR)
    print_line("backup", f"{place.shown(made.folder)}, {made.size}")
    for old in backups.prune(place, folder, keep=keep) if keep is not None else ():
        print_line("backup", f"removed {place.shown(old)}")


def restore(place: InstallPaths, folder: Path, *, replace: bool = False) -> None:
    """Restore a backup. With `replace` existing data are backed up first; without, they are a reason to refuse.

    Raise ConfigurationError, or another LauncherError, before anything changes. If interrupted, run it again.
    """
    backup = backups.read(folder)
    refuse_newer(place, backup)
    with occupied(place, "restore"):
        if address := os.environ.get("DATABASE_URL"):
            restore_outside(place, backup, address)
            if "REDIS_URL" in os.environ:
                print_line("restore", "also empty Redis (redis-cli FLUSHDB), because it caches pages of the old data")
        else:
            with started(place, to_fill=True) as services:
                address = services.addresses["DATABASE_URL"]
                if database.holds_tables(address):
                    if not replace:
                        raise ConfigurationError(
                            "The database already contains data. Use --replace to replace it; it is backed up first."
                        )
                    made = backups.take(place, address, into=backups.home(place), reason="replaced")
                    print_line("restore", f"old data backed up to {place.shown(made.folder)}")
                database.exchange(services.sockets, backup.folder / DUMP)
            backups.restore_key(place, backup)
            postgres.forget_caches(place)
    print_line("restore", f"{restored(backup)}; start it with `manage.py up`")


def refuse_newer(place: InstallPaths, backup: Backup) -> None:
    """Raise ConfigurationError if a newer version made the backup: this one lacks some of its migrations."""
    remedy = f"Update Moothill to {backup.about['moothill']} or newer first (git pull)."
    database.refuse_newer(place, backup.about["migrations"], remedy)


def restored(backup: Backup) -> str:
    """Return what a restore says at its end."""
    return f"restored the data of {backup.about['taken_at']} (Moothill {backup.about['moothill']})"


def restore_outside(place: InstallPaths, backup: Backup, address: str) -> None:
    """Fill the empty database of your own server. Raise ConfigurationError if it is not empty."""
    version = database.server_version(address)
    if int(version.partition(".")[0]) < OLDEST_SERVER:
        raise ConfigurationError(
            f"DATABASE_URL is a PostgreSQL {version} server, but a restore needs version {OLDEST_SERVER} or newer. "
            "Use a newer server, or unset DATABASE_URL to use the embedded one."
        )
    if database.holds_tables(address):
        raise ConfigurationError(
            "The database in DATABASE_URL already contains data. Create an empty one (createdb), "
            "set DATABASE_URL to it, and restore again."
        )
    database.fill(address, backup.folder / DUMP)
    backups.restore_key(place, backup)


def migrate(place: InstallPaths, environment: Mapping[str, str], *, sockets: Path | None) -> None:
    """Migrate the database; back it up first if it has data. `sockets` leads to the embedded PostgreSQL, if it is used.

    Raise ConfigurationError if a newer version wrote the data, or if a migration or the backup fails.
    """
    address, home = environment["DATABASE_URL"], backups.home(place)
    seen = database.migrations_at(address)
    older = f"or restore an older backup from {place.shown(home)} (python3 manage.py restore FOLDER --replace)."
    database.refuse_newer(place, seen, f"Update Moothill (git pull), {older}")
    is_behind = bool(database.migrations_here(place) - seen)
    before = back_up_before_upgrade(place, address, home) if seen and is_behind else None
    try:
        with timed("database", "migrated"):
            process_specs.django(environment, "migrate", "--no-input", "--verbosity", "0").run()
    except ServiceFailed as failure:
        if not is_behind:
            raise
        raise ConfigurationError(undo(place, before, sockets, failure)) from None
    if before:
        backups.prune(place, home, keep=KEPT, reason=UPGRADE)


def back_up_before_upgrade(place: InstallPaths, address: str, home: Path) -> Backup:
    """Back up the data. Raise ConfigurationError, or ServiceFailed if another attempt may succeed."""
    try:
        with timed("database", "backed up before the upgrade"):
            made = backups.take(place, address, into=home, reason=UPGRADE)
    except LauncherError as refused:
        raise type(refused)(
            f"{refused}\nThe data were not changed, because Moothill cannot back them up to {place.shown(home)}. "
            "You can replace this folder by a link to another disk."
        ) from None
    print_line("database", f"backup: {place.shown(made.folder)}, {made.size}")
    return made


def undo(place: InstallPaths, before: Backup | None, sockets: Path | None, failure: ServiceFailed) -> str:
    """Restore the embedded data of before the upgrade, if there were any. Return what to tell the operator."""
    if before is None:
        return f"{failure}\nThe migration failed. Fix the error above, and start Moothill again."
    folder = place.shown(before.folder)
    told = f"The upgrade failed: {str(failure).strip().splitlines()[-1].strip()}. Backup of the old data: {folder}\n"
    back = "Return to the old version (git checkout ORIG_HEAD after a git pull)"
    if sockets is None:
        return (
            f"{told}{back}, create an empty database (createdb, PostgreSQL 17 or newer), set DATABASE_URL to it, "
            f"and run: python3 manage.py restore {folder}"
        )
    try:
        database.exchange(sockets, before.folder / DUMP)
    except ServiceFailed as second:
        return f"{told}Restoring it failed too: {second}\n{back}, and run: python3 manage.py restore {folder} --replace"
    return f"{told}The old data were restored. {back}."
