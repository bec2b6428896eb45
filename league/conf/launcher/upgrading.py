"""Upgrades by `up`: back up, migrate, and restore the old data if that fails."""

from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import backups, database, process_specs
from league.conf.launcher.backups import Backup
from league.conf.launcher.console import tell, timed
from league.conf.launcher.errors import BackupRefused, ConfigurationError, ServiceFailed, UpgradeFailed
from league.conf.launcher.paths import InstallPaths

REASON = "upgrade"
KEPT = 5


def migrate(place: InstallPaths, environment: Mapping[str, str], *, sockets: Path | None) -> None:
    """Migrate the database; back it up first if it has data. `sockets` leads to the embedded PostgreSQL, if it is used.

    Raise ConfigurationError if a newer version wrote the data, UpgradeFailed if a migration or the backup fails.
    """
    address = environment["DATABASE_URL"]
    seen = database.migrations_at(address)
    if unknown := database.unknown_here(place, seen):
        raise ConfigurationError(
            f"A newer Moothill version wrote these data (unknown migration {unknown[0]}). Update Moothill (git pull), "
            f"or restore an older backup from {place.shown(backups.home(place))} "
            "(python3 manage.py restore FOLDER --replace)."
        )
    is_behind = bool(database.migrations_here(place) - seen)
    before = back_up(place, address, home=backups.home(place)) if seen and is_behind else None
    try:
        with timed("database", "migrated"):
            process_specs.django(environment, "migrate", "--no-input", "--verbosity", "0").run()
    except ServiceFailed as failure:
        if not is_behind:
            raise
        raise UpgradeFailed(undo(place, before, sockets, failure)) from None
    if before:
        prune(place, home=backups.home(place))


def back_up(place: InstallPaths, address: str, *, home: Path) -> Backup:
    """Back up the data before an upgrade. Raise UpgradeFailed, or ServiceFailed if another attempt may succeed."""
    try:
        with timed("database", "backed up before the upgrade"):
            made = backups.take(place, address, into=home, reason=REASON)
    except (BackupRefused, ServiceFailed) as refused:
        kind = UpgradeFailed if isinstance(refused, BackupRefused) else ServiceFailed
        raise kind(
            f"{refused}\nThe data were not changed, because Moothill cannot back them up to {place.shown(home)}. "
            "You can replace this folder by a link to another disk."
        ) from None
    tell("database", f"backup: {place.shown(made.folder)}, {made.size}")
    return made


def prune(place: InstallPaths, *, home: Path) -> None:
    """Delete the oldest backups from before upgrades."""
    backups.prune(place, home, keep=KEPT, reason=REASON)


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
        backups.exchange(sockets, before)
    except ServiceFailed as second:
        return f"{told}Restoring it failed too: {second}\n{back}, and run: python3 manage.py restore {folder} --replace"
    return f"{told}The old data were restored. {back}."
