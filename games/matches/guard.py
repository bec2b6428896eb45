"""Guards the seats of a worker's match: as the engine does, but a worker out of time is no fault of a bot."""

from typing import ClassVar

from celery.exceptions import SoftTimeLimitExceeded

from engine.sandbox import guard
from games.matches.programs import SeatReport, report_of


class Guarded(guard.Guarded):
    """A bot at its seat in a match of the server."""

    faults_of_the_machine: ClassVar = (*guard.Guarded.faults_of_the_machine, SoftTimeLimitExceeded)

    @property
    def report(self) -> SeatReport | None:
        """What a program did, once it has left; None for a bot of the house."""
        return report_of(self.seat, self.program, self.kind, self.detail) if self.program else None
