"""Signals of the ledger, for the apps above."""

from django.dispatch import Signal

results_entered = Signal()
"""Results were entered. Sent after the commit, once per transaction and pool, with `pool_id: int` and
`subjects: tuple[UUID, ...]`. A receiver only enqueues a task; a sweep finds what it misses."""

results_written = Signal()
"""Results were entered. Sent within the transaction, once per batch, with the same arguments, for receivers that save
rows about it. A receiver locks only rows of its own."""

result_corrected = Signal()
"""A result superseded another one: sent within the transaction with `result: Result`, the new row, its seats written.
The table's tournament is locked."""
