"""What `up` does with data that another Moothill wrote: it backs them up and brings their tables up to date, or stops.

An upgrade is `git pull` and `up`. Where a migration fails, the data are put back as they were.
"""

from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import backups, process_specs, restoring
from league.conf.launcher.backups import MEGABYTE, Backup
from league.conf.launcher.console import tell, timed
from league.conf.launcher.errors import BackupRefused, ForeignData, ServiceFailed, UpgradeFailed
from league.conf.launcher.migrations import migrations_at, migrations_here, unknown_here
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.supervisor import Supervisor

REASON = "upgrade"
KEPT = 5
"""How many backups made before upgrades stay once an upgrade is done."""


def bring_up_to_date(
    place: InstallPaths, environment: Mapping[str, str], supervisor: Supervisor, *, sockets: Path | None
) -> None:
    """Let the database have the tables of this Moothill. Its data are backed up before anything about them changes.

    `sockets` is the folder through which our own PostgreSQL is reached, None where the server is the operator's.
    Raises ForeignData where a newer Moothill was here, UpgradeFailed where a migration fails or no backup can be made,
    ServiceFailed where there was nothing to migrate: another start may do better.
    """
    address = environment["DATABASE_URL"]
    seen = migrations_at(address)
    refuse_newer(place, seen)
    is_behind = bool(migrations_here(place) - seen)
    before = back_up(place, address, home=backups.home(place)) if seen and is_behind else None
    try:
        with timed("database", "migrated"):
            supervisor.run(process_specs.django(environment, "migrate", "--no-input", "--verbosity", "0"))
    except ServiceFailed as failure:
        if not is_behind:
            raise
        raise UpgradeFailed(undo(place, before, sockets, failure)) from None
    if before:
        prune(place, home=backups.home(place))


def refuse_newer(place: InstallPaths, seen: set[str]) -> None:
    """Raise ForeignData where a newer Moothill has worked on these data."""
    if unknown := unknown_here(place, seen):
        raise ForeignData(
            f"A newer Moothill version wrote these data (unknown migration {unknown[0]}). Update Moothill (git pull), "
            f"or restore an older backup from {place.shown(backups.home(place))} "
            "(python3 manage.py restore FOLDER --replace)."
        )


def back_up(place: InstallPaths, address: str, *, home: Path) -> Backup:
    """Back up the data as they are. Raises UpgradeFailed, or ServiceFailed where another attempt may do better."""
    try:
        with timed("database", "backed up before the upgrade"):
            made = backups.take(place, address, into=home, reason=REASON)
    except (BackupRefused, ServiceFailed) as refused:
        kind = UpgradeFailed if isinstance(refused, BackupRefused) else ServiceFailed
        raise kind(
            f"{refused}\nThe data were not changed, because Moothill cannot back them up to {place.shown(home)}. "
            "You can replace this folder by a link to another disk."
        ) from None
    tell("database", f"backup: {place.shown(made.folder)}, {made.about.size / MEGABYTE:,.1f} MB")
    return made


def prune(place: InstallPaths, *, home: Path) -> None:
    """Once an upgrade is done, remove the oldest backups that were made before upgrades."""
    backups.prune(place, home, keep=KEPT, reason=REASON)


def undo(place: InstallPaths, before: Backup | None, sockets: Path | None, failure: ServiceFailed) -> str:
    """Put the data back as they were, where there are any and the server is ours; gives the sentences that say so."""
    if before is None:
        return f"{failure}\nThe migration failed. Fix the error above, and start Moothill again."
    folder = place.shown(before.folder)
    last = str(failure).strip().splitlines()[-1].strip()
    if sockets is None:
        return (
            f"The upgrade failed: {last}. Backup of the old data: {folder}\n"
            "To return to the old version (git checkout ORIG_HEAD after a git pull), create an empty database "
            "(createdb, PostgreSQL 17 or newer), set DATABASE_URL to it, and run: "
            f"python3 manage.py restore {folder}"
        )
    try:
        restoring.exchange(sockets, before)
    except ServiceFailed as second:
        return (
            f"The upgrade failed: {last}. Restoring the old data failed too: {second}\n"
            "Return to the old version (git checkout ORIG_HEAD after a git pull), fix the error above, and run: "
            f"python3 manage.py restore {folder} --replace"
        )
    return (
        f"The upgrade failed: {last}. The old data were restored. Return to the old version "
        f"(git checkout ORIG_HEAD after a git pull). Backup: {folder}"
    )
