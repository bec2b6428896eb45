"""Locks of the database that are no row's: for things of which two at once would make two."""

from django.db import connection

LOCK = "SELECT pg_advisory_xact_lock(hashtext(%s))"


def one_at_a_time(what: str) -> None:
    """Wait, within the caller's transaction, until nobody else does the same."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [what])
