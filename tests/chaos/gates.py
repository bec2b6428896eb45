"""Gates in the database: a process that writes to a table waits until the test lets it continue, or disconnects it.

A test can so stop a worker at exactly one step without replacing any part of Moothill: PostgreSQL does the waiting.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

NUMBER = 4711
PATIENCE = 80.0  # seconds; a loaded machine is slow, not wrong

BUILD = """
CREATE FUNCTION wait_at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared({number});
    RETURN NULL;
END $$;
CREATE {kind} TRIGGER gate AFTER {write} ON {table} {deferred} FOR EACH ROW {condition}
    EXECUTE FUNCTION wait_at_the_gate();
"""

WAITING = """
SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

HELD_UP = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'"

CLAIM = ("UPDATE", "matches_match", "WHEN (NEW.status = 'running' AND OLD.status = 'queued')")
RESULT = ("INSERT", "results_result", "")
RATING = ("INSERT", "ratings_rating", "")


class Gate:
    """A closed gate, and a line of its own to the database that keeps it closed."""

    def __init__(self, line: BaseDatabaseWrapper) -> None:
        self._line = line
        self._is_closed = False

    def close(self) -> None:
        """Let nobody through."""
        self._ask("SELECT pg_advisory_lock(%s)", NUMBER)
        self._is_closed = True

    def open(self) -> None:
        """Let everybody through, who waits and who comes later."""
        if self._is_closed:
            self._is_closed = False
            self._ask("SELECT pg_advisory_unlock(%s)", NUMBER)

    def forget(self) -> None:
        """The database was stopped, which opened it, and connections are broken."""
        self._is_closed = False
        self._line.close()
        connection.close()

    def await_somebody(self) -> None:
        """Return when somebody waits."""
        eventually(lambda: bool(self._ask(WAITING, NUMBER)), "nobody came to the gate")

    def await_held_up(self, name: str) -> None:
        """Return when the connection of that name waits for a lock that somebody else holds, a gate or another."""
        eventually(lambda: self._ask(HELD_UP, name) != [(0,)], f"{name} waits for nobody")

    def cut_off(self) -> None:
        """Break the connections of those who wait, so that what they began is undone."""
        for (pid,) in self._ask(WAITING, NUMBER):
            self._ask("SELECT pg_terminate_backend(%s, 5000)", pid)

    def _ask(self, query: str, *given: int | str) -> list[tuple[int, ...]]:
        with self._line.cursor() as cursor:
            cursor.execute(query, given)
            return list(cursor.fetchall())


@contextmanager
def gate(write: str, table: str, condition: str = "", *, at_commit: bool = False) -> Iterator[Gate]:
    """A gate that is closed for those who write rows so: as they write, or `at_commit` when they commit."""
    build = BUILD.format(
        number=NUMBER,
        kind="CONSTRAINT" if at_commit else "",
        write=write,
        table=table,
        deferred="DEFERRABLE INITIALLY DEFERRED" if at_commit else "",
        condition=condition,
    )
    _do(build)
    line = connection.copy()
    closed = Gate(line)
    try:
        closed.close()
        yield closed
    finally:
        closed.open()
        line.close()
        _do(f"DROP TRIGGER gate ON {table}; DROP FUNCTION wait_at_the_gate")


def eventually(holds: Callable[[], bool], otherwise: str) -> None:
    """Return as soon as it holds; fail with these words when it does not come to pass."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.01)


def _do(statements: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements)
