"""Upgrades of the data: back them up, migrate the database, and restore them if that fails."""

from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import postgres, process_specs
from league.conf.launcher.backups import DUMP, KEPT, UPGRADE, Backup, prune, take
from league.conf.launcher.console import ConfigurationError, LauncherError, last_line_of, print_line, timed
from league.conf.launcher.environment import InstallPaths


def migrate(paths: InstallPaths, environment: Mapping[str, str], *, sockets: Path | None) -> None:
    """Migrate the database; back it up first if it has data. `sockets` leads to the embedded PostgreSQL, if it is used.

    Raise ConfigurationError if a newer version wrote the data, or if a migration or the backup fails.
    """
    address, folder = environment["DATABASE_URL"], paths.backups
    seen = postgres.migrations_at(address)
    older = f"or restore an older backup from {paths.shown(folder)} (python3 manage.py restore FOLDER --replace)."
    postgres.refuse_newer(paths, seen, f"Update Moothill (git pull), {older}")
    is_behind = bool(postgres.migrations_here(paths) - seen)
    before = back_up_before_upgrade(paths, address, folder) if seen and is_behind else None
    try:
        with timed("database", "migrated"):
            process_specs.django(environment, "migrate", "--no-input", "--verbosity", "0").run()
    except LauncherError as failure:
        if not is_behind:
            raise
        raise ConfigurationError(undo(paths, before, sockets, failure)) from None
    if before:
        prune(paths, folder, keep=KEPT, reason=UPGRADE)


def back_up_before_upgrade(paths: InstallPaths, address: str, home: Path) -> Backup:
    """Back up the data. Raise ConfigurationError, or LauncherError if another attempt may succeed."""
    try:
        with timed("database", "backed up before the upgrade"):
            backup = take(paths, address, into=home, reason=UPGRADE)
    except LauncherError as refused:
        raise type(refused)(
            f"{refused}\nThe data were not changed, because Moothill cannot back them up to {paths.shown(home)}. "
            "You can replace this folder by a link to another disk."
        ) from None
    print_line("database", f"backup: {paths.shown(backup.folder)}, {backup.size}")
    return backup


def undo(paths: InstallPaths, before: Backup | None, sockets: Path | None, failure: LauncherError) -> str:
    """Restore the embedded data of before the upgrade, if there were any. Return what to tell the operator."""
    if before is None:
        return f"{failure}\nThe migration failed. Fix the error above, and start Moothill again."
    folder = paths.shown(before.folder)
    message = f"The upgrade failed: {last_line_of(failure)}. Backup of the old data: {folder}\n"
    back = "Return to the old version (git checkout ORIG_HEAD after a git pull)"
    if sockets is None:
        return (
            f"{message}{back}, create an empty database (createdb, PostgreSQL 17 or newer), set DATABASE_URL to it, "
            f"and run: python3 manage.py restore {folder}"
        )
    try:
        postgres.exchange(sockets, before.folder / DUMP)
    except LauncherError as second:
        return (
            f"{message}Restoring it failed too: {second}\n{back}, and run: python3 manage.py restore {folder} --replace"
        )
    return f"{message}The old data were restored. {back}."
