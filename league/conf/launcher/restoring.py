"""How a backup gets into our own PostgreSQL: into a new database first, which then takes the place of the old one."""

from contextlib import suppress
from pathlib import Path

from league.conf.launcher import dumping, postgres, restored_key
from league.conf.launcher.backups import Backup
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.postgres import DATABASE

NEW = f"{DATABASE}_new"


def exchange(sockets: Path, backup: Backup, *, mark: str = "") -> None:
    """Let a database filled from the backup, and marked, take the place of the one that is there.

    Nobody may be at work on it. Raises ServiceFailed, and leaves all as it was then.
    """
    postgres.drop_database(sockets, NEW)
    postgres.create_database(sockets, NEW)
    try:
        dumping.fill(postgres.address_of(sockets, NEW), backup.dump)
        restored_key.put_mark(postgres.address_of(sockets, NEW), mark)
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
