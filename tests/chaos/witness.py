"""Triggers in the database that record who claimed which match, who stored it, and which task failed.

The triggers exist only in databases of tests. They see facts that no row of Moothill holds: that a worker claimed a
match while another held it, or stored a match with a token that was not its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection
from redis.exceptions import RedisError

SEE = """
CREATE SCHEMA witness;
CREATE TABLE witness.claim (match bigint, attempt int, token uuid, by text, was_held bool);
CREATE TABLE witness.record (match bigint, token uuid, by text);
CREATE TABLE witness.failure (what text, error text);
CREATE FUNCTION witness.see_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO witness.claim VALUES (NEW.id, NEW.attempt, NEW.token, current_setting('application_name'),
        OLD.status = 'running' AND OLD.lease_until >= clock_timestamp());
    RETURN NULL;
END $$;
CREATE FUNCTION witness.see_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO witness.record SELECT id, token, current_setting('application_name')
        FROM public.matches_match WHERE id = NEW.match_id;
    RETURN NULL;
END $$;
CREATE TRIGGER witness AFTER UPDATE ON matches_match FOR EACH ROW
    WHEN (NEW.status = 'running' AND NEW.token IS DISTINCT FROM OLD.token) EXECUTE FUNCTION witness.see_claim();
CREATE TRIGGER witness AFTER INSERT ON matches_matchrecord FOR EACH ROW EXECUTE FUNCTION witness.see_record();
"""

LOOK_AWAY = """
DROP TRIGGER witness ON matches_match;
DROP TRIGGER witness ON matches_matchrecord;
DROP SCHEMA witness CASCADE
"""

CLAIMED_TWICE = "SELECT match, by FROM witness.claim WHERE was_held ORDER BY match"

STORED_BY_A_STRANGER = """
SELECT record.match, record.by, claim.by FROM witness.record LEFT JOIN witness.claim USING (match, token)
WHERE record.by IS DISTINCT FROM claim.by ORDER BY record.match
"""

HOLDERS = """
SELECT DISTINCT claim.by FROM witness.claim JOIN public.matches_match held ON held.id = claim.match
WHERE held.token = claim.token AND held.status = 'running'
"""

FAILURES = "SELECT what, error FROM witness.failure"

OUTAGES = ("OperationalError", "InterfaceError", "BrokerAway", "WorkerLostError", "Terminated")
"""Errors by which a task says that a service was away, or a main that its child was killed; sweeps mend both."""


@contextmanager
def witness() -> Iterator[None]:
    """Have this connection's database watched for a while."""
    watch()
    try:
        yield
    finally:
        _do(LOOK_AWAY)


def watch() -> None:
    """Have this connection's database watched for good."""
    _do(SEE)


def is_watched() -> bool:
    """Return whether this connection's database has the triggers."""
    return bool(_rows("SELECT to_regnamespace('witness') IS NOT NULL")[0][0])


def note_failure(what: str, error: BaseException) -> None:
    """Tell the witness of a failure that no absence of a service explains."""
    if isinstance(error, RedisError | OSError) or type(error).__name__ in OUTAGES:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO witness.failure VALUES (%s, %s)", [what, f"{type(error).__name__}: {error}"])
    except Error:
        connection.close()


def holders() -> list[str]:
    """The names of those who hold a match now, whether they still live or not; while the database is away, nobody."""
    try:
        return [by for (by,) in _rows(HOLDERS)]
    except Error:
        connection.close()
        return []


def testimony() -> dict[str, list[str]]:
    """Return the recorded violations by the workers, by kind of fault."""
    return {
        "claimed twice": [f"{by} claimed match {match} while another held it" for match, by in _rows(CLAIMED_TWICE)],
        "not theirs": [
            f"{by} stored match {match}, which {owner or 'nobody'} held"
            for match, by, owner in _rows(STORED_BY_A_STRANGER)
        ],
        "failed": [f"{what} failed: {error}" for what, error in _rows(FAILURES)],
    }


def _rows(query: str) -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def _do(statements: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statements)
