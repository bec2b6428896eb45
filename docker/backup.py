"""Backups in containers: before migrations, on request, and their restore.

They are in the folder MOOTHILL_BACKUPS, which the compose file puts on a volume or a disk of the operator. Locks are
there too, so that containers wait for each other.
"""

import os
import traceback
from collections.abc import Mapping
from pathlib import Path

from redis import Redis, RedisError

from league.conf.launcher import backups, postgres
from league.conf.launcher.backups import Backup
from league.conf.launcher.console import ConfigurationError, LauncherError, print_line
from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.upgrade import back_up_before_upgrade

COMMAND = "docker compose -f docker/compose.yaml run --rm migrate"
GUIDE = "See docs/docker.md, “Back up, upgrade, restore”"


def install_paths(environment: Mapping[str, str]) -> InstallPaths:
    """Return paths whose data folder holds the backups."""
    return InstallPaths(ROOT, Path(environment.get("MOOTHILL_BACKUPS", "/backups")))


def back_up_before_migration(environment: Mapping[str, str]) -> Backup | None:
    """Back up the data if there are migrations to apply.

    Raise ConfigurationError if a newer version wrote the data, or if they cannot be backed up.
    """
    paths, address = install_paths(environment), environment["DATABASE_URL"]
    seen = postgres.migrations_at(address)
    remedy = f"Update Moothill (git pull, and build again), or restore an older backup. {GUIDE}."
    postgres.refuse_newer(paths, seen, remedy)
    if not seen or not postgres.migrations_here(paths) - seen:
        return None
    try:
        return back_up_before_upgrade(paths, address, paths.var)
    except ConfigurationError as refused:
        if os.access(paths.var, os.W_OK):
            raise
        raise ConfigurationError(f"{refused} Account 10001 must be able to write there.") from None


def migrate(environment: Mapping[str, str]) -> None:
    """Migrate the database and create the built-in bots. Idempotent. Raise ConfigurationError."""
    import django
    from django.core.management import call_command

    before = back_up_before_migration(environment)
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=1)
    except Exception as error:  # any failure, for there is a backup
        traceback.print_exception(error)
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        if before is None:
            raise ConfigurationError(f"The migration failed: {first}. See the lines above.") from error
        raise ConfigurationError(
            f"The upgrade failed: {first}. Backup of the old data: {before.folder.name}. Return to the old version "
            f"(git checkout ORIG_HEAD after a git pull), and restore it. {GUIDE}."
        ) from error
    paths = install_paths(environment)
    backups.prune(paths, paths.var, keep=backups.KEPT, reason=backups.UPGRADE)
    call_command("builtin_bots")


def back_up(environment: Mapping[str, str], *, keep: int | None) -> None:
    """Back up the database, which may be in use. Then keep only the newest `keep` backups."""
    paths = install_paths(environment)
    if not os.access(paths.var, os.W_OK):
        raise ConfigurationError(
            f"This container cannot write to {paths.var}. Run this on the host: {COMMAND} backup. "
            "A folder of your own must belong to account 10001."
        )
    if not postgres.holds_tables(environment["DATABASE_URL"]):
        raise ConfigurationError("Nothing to back up: the database is empty.")
    made = backups.take(paths, environment["DATABASE_URL"], into=paths.var, reason=backups.ASKED_FOR)
    print_line("backup", f"{made.folder.name}, {made.size}")
    if keep is not None:
        backups.prune(paths, paths.var, keep=keep)


def restore(environment: Mapping[str, str], name: str) -> None:
    """Empty Redis, and fill the empty database from a backup. Raise ConfigurationError before anything changes.

    Raise LauncherError if Redis or the database fails. The database is still empty then: run it again.
    """
    paths, address = install_paths(environment), environment["DATABASE_URL"]
    if not (paths.var / name / backups.ABOUT).exists():
        names = ", ".join(each.name for each in backups.backups_in(paths.var)) or "none"
        raise ConfigurationError(f"There is no backup {name!r}. Backups: {names}.")
    backup = backups.read(paths, paths.var / name)
    if postgres.holds_tables(address):
        raise ConfigurationError(f"The database already contains data. Rename it first. {GUIDE}.")
    _empty_redis(environment["REDIS_URL"])  # first, because only an empty database is restored
    postgres.fill(address, backup.folder / backups.DUMP)
    backups.restore_key(paths, backup)
    print_line("restore", f"{backup.restored}; start the site with `up -d`")


def _empty_redis(address: str) -> None:
    """Delete pages and messages that belong to another database. Raise LauncherError."""
    try:
        with Redis.from_url(address) as client:
            for key in client.scan_iter(count=1000):  # the site's user may not use FLUSHDB
                client.unlink(key)
    except RedisError as failure:
        raise LauncherError(f"Redis cannot be emptied: {failure}. Nothing was restored. Run this again.") from None
