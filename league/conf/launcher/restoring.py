"""How a backup gets into our own PostgreSQL: into a new database first, which then takes the place of the old one."""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from league.conf.launcher import pg_dump, postgres
from league.conf.launcher.backups import Backup
from league.conf.launcher.console import tell
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.postgres import DATABASE
from league.conf.launcher.process_environment import key_file

NEW = f"{DATABASE}_new"


def exchange(sockets: Path, backup: Backup) -> None:
    """Let a database filled from the backup take the place of the one that is there.

    Nobody may be at work on it. Raises ServiceFailed, and leaves all as it was then.
    """
    postgres.drop_database(sockets, NEW)
    postgres.create_database(sockets, NEW)
    try:
        pg_dump.fill(postgres.address_of(sockets, NEW), backup.dump)
        take_place(sockets)
    except BaseException:
        with suppress(Exception):  # what went wrong before is what counts
            postgres.drop_database(sockets, NEW)
        raise


def take_place(sockets: Path) -> None:
    """Let the new database take the place of the old one. Raises ServiceFailed where somebody holds on to that."""
    import psycopg

    try:
        postgres.replace_database(sockets, DATABASE, by=NEW)
    except psycopg.errors.ObjectInUse as held:
        raise ServiceFailed(f"The database is in use, for example by psql: {held}") from None


def restore_key(place: InstallPaths, backup: Backup) -> None:
    """Put back the site's key of a backup, if it holds one; another key is kept beside it."""
    key = key_file(place)
    if not backup.key.exists() or (key.exists() and key.read_bytes() == backup.key.read_bytes()):
        return
    draft = key.with_suffix(".new")
    draft.touch(mode=0o600)
    shutil.copyfile(backup.key, draft)
    if key.exists():
        aside = key.with_name(f"{key.name}.{datetime.now(UTC):%Y-%m-%dT%H-%M-%S.%fZ}")
        os.link(key, aside)
        tell("restore", f"old secret key moved to {place.shown(aside)}")
    draft.replace(key)
