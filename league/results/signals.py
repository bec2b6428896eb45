"""What the ledger announces to the floors above."""

from django.dispatch import Signal

results_entered = Signal()
"""Results stand in the ledger. Sent after the commit, once a transaction and pool, with `pool_id: int` and
`subjects: tuple[UUID, ...]`. A receiver only enqueues a task; what it misses a sweep finds."""

results_written = Signal()
"""The same, `pool_id: int` and `subjects: tuple[UUID, ...]`, within the transaction, once a batch: for those who
write down that it happened. A receiver takes no locks but on rows of its own."""

result_corrected = Signal()
"""A result superseded another one: sent within the transaction with `result: Result`, the new row, its seats written.
The table's tournament is locked."""
