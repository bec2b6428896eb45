"""How the test database is emptied after a test that committed: what TRUNCATE does, without its new files.

TRUNCATE gives every table and every index new files, some three hundred here, and takes seconds for a handful of rows.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection

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
    Raises ValueError for sequences to be reset.
    """
    if reset_sequences:
        raise ValueError("No test counts on numbers that begin anew; let it ask for the rows it made.")
    quoted = [connection.ops.quote_name(table) for table in tables if table not in MADE_ONCE]
    deletes = "\n    ".join(f"DELETE FROM {table};" for table in quoted)
    names = ", ".join(f"'{table}'" for table in quoted)
    return [EMPTY.format(tables=", ".join(quoted), names=names, large=LARGE, deletes=deletes)] if quoted else []
