"""Advisory locks of the database, held until the end of the transaction."""

from django.db import connection

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))"


def advisory_lock(name: str, *, is_shared: bool = False) -> None:
    """Wait for the lock of this name and take it, alone or, if shared, beside others that share it."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_SHARED if is_shared else LOCK, [name])


def try_advisory_lock(name: str) -> bool:
    """Take the lock of this name; return False while another transaction holds it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])
