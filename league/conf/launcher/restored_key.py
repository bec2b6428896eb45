"""The site's key of a backup waits until the data of that backup are in their place.

No step changes data and key at once. So the database that is filled from a backup is marked (by a comment, which goes
where the database goes), and the key waits in a file that bears the mark. Where a restore is stopped in between,
whoever starts next finds the file, and sees by the mark of the data that are there whether the key is theirs.
"""

import os
import secrets
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from league.conf.launcher.backups import Backup
from league.conf.launcher.console import tell
from league.conf.launcher.migrations import holds_tables
from league.conf.launcher.outside import SECONDS, as_libpq_spells
from league.conf.launcher.places import Place
from league.conf.launcher.site import key_file

WAITING = "secret_key.restored-"


def lay_ready(place: Place, backup: Backup, *, outside: bool = False) -> str:
    """Let the key of a backup wait, and give the mark for its database. Without a key none waits, and it is empty.

    A key for a database on a server of the operator's own, `outside`, waits apart from one for the place's own.
    """
    forget(place, outside=outside)
    if not backup.key.exists():
        return ""
    mark = secrets.token_hex(8)
    draft = key_file(place).with_suffix(".new")
    draft.touch(mode=0o600)
    shutil.copyfile(backup.key, draft)
    draft.rename(draft.with_name(f"{_waiting(outside=outside)}{mark}"))
    return mark


def put_mark(address: str, mark: str) -> None:
    """Mark the database at this address. Who does not own it may not; then a stop in between is not mended."""
    import psycopg
    from psycopg import sql

    if not mark:
        return  # no key waits for it
    with suppress(psycopg.errors.InsufficientPrivilege), psycopg.connect(as_libpq_spells(address)) as connection:
        name = sql.Identifier(connection.info.dbname)
        connection.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(name, sql.Literal(mark)))


def waiting(place: Place, *, outside: bool = False) -> Path | None:
    """The key that waits, if one does."""
    return next(iter(sorted(place.var.glob(f"{_waiting(outside=outside)}*"))), None)


def settle(place: Place, address: str, *, outside: bool) -> bool:
    """Take the key that waits if it is that of the data at this address, else forget it; whether it was taken."""
    key = waiting(place, outside=outside)
    is_theirs = key is not None and mark_of(address) == key.name.rpartition("-")[2] and holds_tables(address)
    if is_theirs:
        take_over(place, outside=outside)
    forget(place, outside=outside)
    return is_theirs


def take_over(place: Place, *, outside: bool = False) -> None:
    """Put the key that waits where it belongs; another one there is kept beside it. There is a key at any moment."""
    found, key = waiting(place, outside=outside), key_file(place)
    if found is None:
        return
    if key.exists() and key.read_bytes() != found.read_bytes():
        aside = key.with_name(f"{key.name}.{datetime.now(UTC):%Y-%m-%dT%H-%M-%S.%fZ}")
        os.link(key, aside)
        tell("restore", f"old secret key moved to {place.shown(aside)}")
    found.replace(key)


def forget(place: Place, *, outside: bool = False) -> None:
    """Let no key wait."""
    for each in place.var.glob(f"{_waiting(outside=outside)}*"):
        each.unlink()


def _waiting(*, outside: bool) -> str:
    return f"{WAITING}{'outside' if outside else 'own'}-"


def mark_of(address: str) -> str:
    """The mark of the database at this address, empty where it has none."""
    import psycopg

    asked = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
    with psycopg.connect(as_libpq_spells(address), connect_timeout=SECONDS) as connection:
        row = connection.execute(asked).fetchone()
    return str(row[0] or "") if row else ""
