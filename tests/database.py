"""The test database: copied from one that is migrated once, and emptied quickly after a test that committed."""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

MIGRATED = "moothill_migrated"


def copy_what_is_migrated(folder: Path) -> None:
    """Let Django make the test database as a copy. The first worker to lock the run's folder migrates for all."""
    with (folder / f"{MIGRATED}.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if lock.seek(0, os.SEEK_END) == 0:
            _migrate()
            lock.write("done\n")
    connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED


def _migrate() -> None:
    settings = connection.settings_dict
    site, own = settings["NAME"], settings["TEST"]["NAME"]
    settings["TEST"]["NAME"] = MIGRATED
    try:
        connection.creation.create_test_db(verbosity=0, serialize=False)
    finally:
        connection.close()
        settings["NAME"], settings["TEST"]["NAME"] = site, own


@contextmanager
def kept_for_a_module(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep rows that a module creates once, until it ends; its tests copy what refers to them. Not for tests marked
    `transaction=True`: their threads do not see these rows.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


MADE_ONCE: Final = {"auth_permission", "django_content_type"}
"""Tables that Django fills after migrating. They keep their rows, so that it need not fill them again for each test."""

LARGE: Final = 8 * 1024 * 1024
"""Bytes in all tables from which on TRUNCATE is the faster way, and leaves no dead rows to be passed over."""

EMPTY: Final = """
DO $$
BEGIN
  LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;
  IF (SELECT sum(pg_relation_size(one)) FROM unnest(ARRAY[{names}]::regclass[]) AS one) > {large} THEN
    TRUNCATE {tables};
  ELSE
    SET LOCAL session_replication_role = replica; -- no trigger: rows that only grow go too, and keys need no order
    {deletes}
  END IF;
END $$
"""


def sql_that_empties(
    style: Any, tables: Sequence[str], *, reset_sequences: bool = False, allow_cascade: bool = False
) -> list[str]:
    """Django's `sql_flush`, for the superuser of a database of tests alone; sequences go on counting, as there.

    All tables but those of `MADE_ONCE` are emptied at once, so that nothing is left to cascade to.
    Raise ValueError for sequences to be reset.
    """
    if reset_sequences:
        raise ValueError("No test counts on numbers that begin anew; let it ask for the rows it made.")
    quoted = [connection.ops.quote_name(table) for table in tables if table not in MADE_ONCE]
    deletes = "\n    ".join(f"DELETE FROM {table};" for table in quoted)
    names = ", ".join(f"'{table}'" for table in quoted)
    return [EMPTY.format(tables=", ".join(quoted), names=names, large=LARGE, deletes=deletes)] if quoted else []
