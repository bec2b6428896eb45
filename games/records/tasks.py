"""What workers are woken for. The database says what there is to do; a message may come twice, or never."""

from celery import shared_task

from games.records.checking import check_record, sweep_records
from games.records.jobs import CHECK, SWEEP, default_settings


@shared_task(name=CHECK)
def check(record: int) -> None:
    """Check one record."""
    check_record(record, terms=default_settings())


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find what a message, a worker or the broker lost."""
    sweep_records(terms=default_settings())
