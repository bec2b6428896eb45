"""What `up` does with data that another Moothill wrote: it backs them up and brings their tables up to date, or stops.

An upgrade is `git pull` and `up`. Where a migration fails, the data are put back as they were.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import attempts, backups, programs, restoring
from league.conf.launcher.backups import MEGABYTE, Backup
from league.conf.launcher.console import tell, timed
from league.conf.launcher.errors import (
    BackupRefused,
    ForeignData,
    Killed,
    LauncherError,
    ServiceFailed,
    UpgradeFailed,
)
from league.conf.launcher.migrations import migrations_at, migrations_here, unknown_here
from league.conf.launcher.places import Place
from league.conf.launcher.supervision import Supervisor

REASON, HALF = "upgrade", "half upgraded"
KEPT = {REASON: 5, HALF: 2}
"""How many backups made for a reason stay."""

TRIES = 5
"""How many attempts one after the other may break off before somebody has to look."""

ERROR = re.compile(r"^psycopg\.(?:errors\.)?(\w+): ", re.MULTILINE)
"""What the driver of the database calls an error, in whatever language the server speaks."""

AWAY = {
    "OperationalError",
    "InterfaceError",
    "AdminShutdown",
    "CrashShutdown",
    "CannotConnectNow",
    "TooManyConnections",
}
HELD = {"LockNotAvailable", "DeadlockDetected", "SerializationFailure"}
"""The connection broke off, or somebody else held what a migration needs. Django calls these operational errors, as
it does a full disk and much that a migration does wrong every time (pending trigger events, say)."""


def bring_up_to_date(
    place: Place, environment: Mapping[str, str], supervisor: Supervisor, *, sockets: Path | None
) -> None:
    """Let the database have the tables of this Moothill. Its data are backed up before anything about them changes.

    `sockets` is the folder through which our own PostgreSQL is reached, None where the server is the operator's.
    Raises ForeignData where a newer Moothill was here, UpgradeFailed where a migration fails or no backup can be made,
    ServiceFailed where another attempt may do better.
    """
    address = environment["DATABASE_URL"]
    seen = migrations_at(address)
    refuse_newer(place, seen)
    before = begin(place, address, seen, home=backups.home(place)) if seen and migrations_here(place) - seen else None
    try:
        with timed("database", "migrated"):
            supervisor.run(programs.django(environment, "migrate", "--no-input", "--verbosity", "0"))
    except ServiceFailed as failure:
        raise end_of(place, before, sockets, failure) from None
    attempts.forget(place)


def end_of(place: Place, before: Backup | None, sockets: Path | None, failure: ServiceFailed) -> LauncherError:
    """What is raised where a migration ended so, once the data are put back if they have to be."""
    if may_pass(failure) and attempts.broke_off(place) < TRIES:
        kept = f" Backup of the old data: {place.shown(before.folder)}." if before else ""
        return ServiceFailed(f"{failure}\nStart Moothill again to continue the upgrade.{kept}")
    attempts.count_anew(place)
    if before is None:
        return UpgradeFailed(f"{failure}\nThe migration failed. Fix the error above, and start Moothill again.")
    return UpgradeFailed(undo(place, before, sockets, failure))


def may_pass(failure: ServiceFailed) -> bool:
    """Whether another start may come through where this one did not: it was killed, or the database broke off."""
    errors = ERROR.findall(failure.said)
    return isinstance(failure, Killed) or (bool(errors) and errors[-1] in AWAY | HELD)


def refuse_newer(place: Place, seen: set[str]) -> None:
    """Raise ForeignData where a newer Moothill has worked on these data."""
    if unknown := unknown_here(place, seen):
        raise ForeignData(
            f"A newer Moothill version wrote these data (unknown migration {unknown[0]}). Update Moothill (git pull), "
            f"or restore an older backup from {place.shown(backups.home(place))} "
            "(python3 manage.py restore FOLDER --replace)."
        )


def begin(place: Place, address: str, seen: set[str], *, home: Path) -> Backup:
    """Have the data backed up into `home`, and note it; gives the backup with the data from before any attempt.

    Data that an attempt has left half upgraded are backed up too, but put back, and named, is what was before. Where
    the data are again those from before, their first backup is enough. Raises UpgradeFailed and ServiceFailed.
    """
    earlier = attempts.before(place, home=home)
    if earlier and seen > set(earlier.about.migrations):
        back_up(place, address, home=home, reason=HALF)
        backups.prune(place, home, keep=KEPT[HALF], reason=HALF)
        tell("database", f"an earlier upgrade did not finish; backup of the old data: {place.shown(earlier.folder)}")
        return earlier
    made = back_up(place, address, home=home, reason=REASON)
    if earlier and backups.hold_the_same(earlier, made):
        backups.remove(place, made.folder)
        tell("database", f"no changes since {place.shown(earlier.folder)}; kept that backup")
        return earlier
    attempts.note(place, made)
    backups.prune(place, home, keep=KEPT[REASON], reason=REASON)
    return made


def back_up(place: Place, address: str, *, home: Path, reason: str) -> Backup:
    """Back up the data as they are. Raises UpgradeFailed, or ServiceFailed where another attempt may do better."""
    try:
        with timed("database", "backed up before the upgrade"):
            made = backups.take(place, address, into=home, reason=reason)
    except (BackupRefused, ServiceFailed) as refused:
        kind = UpgradeFailed if isinstance(refused, BackupRefused) else ServiceFailed
        raise kind(
            f"{refused}\nThe data were not changed, because Moothill cannot back them up to {place.shown(home)}. "
            "You can replace this folder by a link to another disk."
        ) from None
    tell("database", f"backup: {place.shown(made.folder)}, {made.about.size / MEGABYTE:,.1f} MB")
    return made


def undo(place: Place, backup: Backup, sockets: Path | None, failure: ServiceFailed) -> str:
    """Put the data back as they were, where the server is ours; gives the sentences that say so."""
    folder = place.shown(backup.folder)
    last = str(failure).strip().splitlines()[-1].strip()
    if sockets is None:
        return (
            f"The upgrade failed: {last}. Backup of the old data: {folder}\n"
            "To return to the old version (git checkout ORIG_HEAD after a git pull), create an empty database "
            "(createdb, PostgreSQL 17 or newer), set DATABASE_URL to it, and run: "
            f"python3 manage.py restore {folder}"
        )
    try:
        restoring.exchange(sockets, backup)
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
