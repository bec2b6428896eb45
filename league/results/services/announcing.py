"""Says what a transaction entered: within it, and once more after the commit."""

from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction

from league.results.models import Result
from league.results.signals import results_entered, results_written


class Announcement:
    """What one transaction entered, pool by pool; called by Django after the commit.

    A savepoint that is rolled back may leave subjects here that were not entered. That is harmless: receivers look
    at the ledger, not at the announcement.
    """

    def __init__(self) -> None:
        self._subjects: dict[int, list[UUID]] = {}

    def add(self, pool_id: int, subjects: Iterable[UUID]) -> None:
        """Take note of a batch."""
        self._subjects.setdefault(pool_id, []).extend(subjects)

    def __call__(self) -> None:
        """Send the signal, a pool at a time. A receiver that fails is logged and keeps nobody else from hearing."""
        for pool_id, subjects in self._subjects.items():
            results_entered.send_robust(sender=Result, pool_id=pool_id, subjects=tuple(subjects))


def announce_on_commit(pool_id: int, subjects: Iterable[UUID]) -> None:
    """Say it now to those who write it down, and join the announcement of this transaction, or begin it."""
    entered = tuple(subjects)
    results_written.send(sender=Result, pool_id=pool_id, subjects=entered)
    waiting = (hook[1] for hook in connection.run_on_commit if isinstance(hook[1], Announcement))
    announcement = next(waiting, None)
    if announcement is None:
        announcement = Announcement()
        transaction.on_commit(announcement, robust=True)
    announcement.add(pool_id, entered)
