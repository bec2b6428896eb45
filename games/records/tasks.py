"""What workers are woken for. The database says what there is to do; a message may come twice, or never."""

from celery import shared_task

from games.records.queue import CHECK, SWEEP
from games.records.services.sweeping import sweep_records
from games.records.terms import terms_of_the_house
from games.records.worker import check_record


@shared_task(name=CHECK)
def check(record: int) -> None:
    """Check one record."""
    check_record(record, terms=terms_of_the_house())


@shared_task(name=SWEEP)
def sweep() -> None:
    """Find what a message, a worker or the broker lost."""
    sweep_records(terms=terms_of_the_house())
