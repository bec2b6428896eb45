"""The terms on which workers hold matches: how long a lease lasts, how often one is tried."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from league.shared.jobs import LeaseTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(LeaseTerms):
    """All durations are measured by the database's clock, except the two that say so."""

    lease: timedelta = timedelta(seconds=30)  # a worker silent for so long has lost its matches
    attempts: int = 5  # a match that lost its worker so often is given up
    finish_count: int = 50  # a sub-batch is finished after so many matches
    finish_seconds: float = 0.5  # or after so long, by the worker's own clock
    patience: timedelta = timedelta(seconds=150)  # for a database that is away, by the worker's own clock
    waiting_messages: int = 1_000  # with so many in the broker the sweep adds none

    @property
    def heartbeat(self) -> float:
        """Seconds between two extensions of a lease."""
        return self.lease.total_seconds() / 3


def terms_of_the_house() -> Terms:
    """The terms that the settings name."""
    return Terms(
        lease=timedelta(seconds=settings.MATCH_LEASE_SECONDS),
        attempts=settings.MATCH_ATTEMPTS,
        stale_after=timedelta(seconds=settings.MATCH_STALE_SECONDS),
    )
