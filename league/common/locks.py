"""Advisory locks of the database, held until the end of the transaction."""

from django.db import connection


def advisory_lock(name: str) -> None:
    """Wait until no other transaction holds the lock of this name, and take it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def shared_advisory_lock(name: str) -> None:
    """Wait until no other transaction holds the lock of this name alone, and share it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))", [name])


def try_advisory_lock(name: str) -> bool:
    """Take the lock of this name; return False while another transaction holds it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])
