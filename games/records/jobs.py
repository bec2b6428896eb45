"""The queue of record checks: lease settings, task messages and live updates. The rows are the queue."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from django.conf import settings

from games.records.models import BroughtRecord
from league.shared import jobs
from league.shared.jobs import LeaseTerms
from league.shared.live import announce


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings(LeaseTerms):
    """Lease settings by the database's clock. A check ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=60)
    attempts: int = 3  # after which a record fails
    search_seconds: float = 10.0  # for the search for unknown events
    most_seconds: float = 25.0  # after which the process is killed
    most_memory: int = 768 * 1024 * 1024  # bytes of address space
    patience: timedelta = timedelta(seconds=150)  # with a database that is away


def default_settings() -> CheckSettings:
    """Return the values of the settings."""
    return CheckSettings(
        lease=timedelta(seconds=settings.RECORD_LEASE_SECONDS),
        attempts=settings.RECORD_ATTEMPTS,
        stale_after=timedelta(seconds=settings.RECORD_STALE_SECONDS),
        search_seconds=settings.RECORD_SEARCH_SECONDS,
        most_seconds=settings.RECORD_SEARCH_SECONDS + 15.0,
    )


CHECK: Final = "games.records.check"
SWEEP: Final = "games.records.sweep"

publish = partial(jobs.publish, BroughtRecord, CHECK)
send = partial(jobs.send, BroughtRecord, CHECK)


def topic_of(public_id: str) -> str:
    """Return the topic of one record for live updates."""
    return f"record:{public_id}"


def announce_record(public_id: str) -> None:
    """Announce a change of the record."""
    announce(topic_of(public_id))
