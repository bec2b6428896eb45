"""The terms on which workers check versions."""

from dataclasses import dataclass
from datetime import timedelta

from league.shared.jobs import LeaseTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(LeaseTerms):
    """Leases go by the database's clock. A check ends well within one, so that no heartbeat is needed."""

    lease: timedelta = timedelta(seconds=120)
    attempts: int = 3  # a version whose check the machine failed so often stays undecided
    seconds: float = 50.0  # of a check: a match begins only if it ends by then when it is no longer than those before
    patience: timedelta = timedelta(seconds=150)  # for a database that is away, by the worker's own clock


TERMS = Terms()
SOFT_LIMIT, HARD_LIMIT = 60, 75  # seconds of the worker's clock, for the whole task
