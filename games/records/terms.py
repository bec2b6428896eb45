"""The terms on which workers check records: how long a lease lasts, how often one is tried, what a check may take."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from league.shared.jobs import LeaseTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(LeaseTerms):
    """Leases go by the database's clock. A check ends well within one, so that no heartbeat is needed."""

    lease: timedelta = timedelta(seconds=60)
    attempts: int = 3  # a record that lost its worker so often is given up
    search_seconds: float = 10.0  # what the search for what a record leaves open may take
    most_seconds: float = 25.0  # after which a check is ended from outside
    most_memory: int = 768 * 1024 * 1024  # bytes of address space
    patience: timedelta = timedelta(seconds=150)  # for a database that is away, by the worker's own clock


def terms_of_the_house() -> Terms:
    """The terms that the settings name."""
    return Terms(
        lease=timedelta(seconds=settings.RECORD_LEASE_SECONDS),
        attempts=settings.RECORD_ATTEMPTS,
        stale_after=timedelta(seconds=settings.RECORD_STALE_SECONDS),
        search_seconds=settings.RECORD_SEARCH_SECONDS,
        most_seconds=settings.RECORD_SEARCH_SECONDS + 15.0,
    )
