"""Celery tasks of records. The rows are the queue: a message may come twice, or never."""

from celery import shared_task

from games.records.verification import CHECK, SWEEP, check_record, default_settings, sweep_records


@shared_task(name=CHECK)
def check(record: int) -> None:
    """Check one record."""
    check_record(record, terms=default_settings())


@shared_task(name=SWEEP)
def sweep() -> None:
    """Queue again what was lost with a message, a worker or the broker."""
    sweep_records(terms=default_settings())
