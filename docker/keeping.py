"""Backups of a place in containers: before its tables change, when somebody asks, and put back.

They lie in the folder that MOOTHILL_BACKUPS names, which the compose file keeps in a volume of its own or on a disk of
the operator's. Locks lie there too, so that containers wait for one another.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from redis import Redis

from league.conf.launcher import backups, upgrading
from league.conf.launcher.backup_commands import refuse_newer, restore_outside
from league.conf.launcher.backups import Backup
from league.conf.launcher.console import tell
from league.conf.launcher.database import holds_tables, migrations_at, migrations_here, unknown_here
from league.conf.launcher.errors import BackupRefused, ConfigurationError, UpgradeFailed
from league.conf.launcher.paths import ROOT, InstallPaths

COMMAND = "docker compose -f docker/compose.yaml run --rm migrate"
GUIDE = "docs/docker.md, “Back up, upgrade, restore”, shows how"


def house(found: Mapping[str, str]) -> InstallPaths:
    """The place whose things are the backups."""
    return InstallPaths(ROOT, Path(found.get("MOOTHILL_BACKUPS", "/backups")))


def back_up_before_change(found: Mapping[str, str]) -> Backup | None:
    """Back the data up if `migrate` is about to change their tables.

    Raises ConfigurationError where a newer Moothill was here, UpgradeFailed where no backup can be made.
    """
    place, address = house(found), found["DATABASE_URL"]
    seen = migrations_at(address)
    if unknown := unknown_here(place, seen):
        raise ConfigurationError(
            f"A newer Moothill has worked on these data: this one does not know {unknown[0]}. Bring it up to date "
            f"(git pull, and build again), or put a backup from before back. {GUIDE}."
        )
    if not seen or not migrations_here(place) - seen:
        return None
    try:
        return upgrading.back_up(place, address, home=place.var)
    except UpgradeFailed as refused:
        raise UpgradeFailed(f"{refused} It wants room, and account 10001 must be able to write there.") from None


def prune(found: Mapping[str, str]) -> None:
    """The tables are up to date, so the oldest backups from before upgrades may go."""
    place = house(found)
    upgrading.prune(place, home=place.var)


def way_back(backup: Backup | None, fault: Exception) -> str:
    """What somebody is told whose tables could not be brought up to date."""
    last = (str(fault).strip().splitlines() or [type(fault).__name__])[0]
    if backup is None:
        return f"The tables could not be made: {last}. What went wrong stands above."
    return (
        f"The upgrade failed: {last}. The data from before lie in {backup.folder.name}. Go on with the Moothill from "
        f"before (git checkout ORIG_HEAD after a git pull), and put them back. {GUIDE}."
    )


def back_up(found: Mapping[str, str], *, keep: int | None) -> None:
    """Back up the database, at work or not; then keep only the newest so many backups, if asked to."""
    folder = house(found).var
    if not os.access(folder, os.W_OK):
        raise BackupRefused(
            f"This container cannot write to {folder}. Run this on the host: {COMMAND} backup. "
            "A folder of your own must belong to account 10001."
        )
    if not holds_tables(found["DATABASE_URL"]):
        raise BackupRefused("There is nothing to back up: the database is empty.")
    take(found, reason=backups.ASKED_FOR)
    place = house(found)
    for old in backups.prune(place, place.var, keep=keep) if keep is not None else ():
        tell("backup", f"removed {old.name}")


def take(found: Mapping[str, str], *, reason: str) -> Backup:
    """Back up the database, and say so."""
    place = house(found)
    made = backups.take(place, found["DATABASE_URL"], into=place.var, reason=reason)
    tell("backup", f"{made.folder.name}, {made.size}")
    return made


def restore(found: Mapping[str, str], name: str) -> None:
    """Fill the empty database from a backup, and forget what Redis knows. Raises BackupRefused, and changes nothing."""
    place, address = house(found), found["DATABASE_URL"]
    backup = read(place, name)
    refuse_newer(place, backup)
    if holds_tables(address):
        raise BackupRefused(f"The database holds data. Put them aside first. {GUIDE}.")
    restore_outside(place, backup, address)
    forget_what_passes(found["REDIS_URL"])
    taken, version = backup.about["taken_at"], backup.about["moothill"]
    tell("restore", f"the data of {taken}, Moothill {version}; `up -d` brings them up to date")


def read(place: InstallPaths, name: str) -> Backup:
    """The backup of this name. Raises BackupRefused, which tells the names that there are."""
    if not (place.var / name / backups.ABOUT).exists():
        there = ", ".join(each.name for each in backups.kept_in(place.var)) or "none at all"
        raise BackupRefused(f"There is no backup {name!r}. There are: {there}.")
    return backups.read(place.var / name)


def forget_what_passes(redis: str) -> None:
    """Remove what Redis knows: it is of the data before. The site's user of Redis may empty it in no other way."""
    with Redis.from_url(redis) as client:
        for key in client.scan_iter(count=1000):
            client.unlink(key)
