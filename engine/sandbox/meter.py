"""What a process has used of this machine's processors."""

from __future__ import annotations

import resource
import sys
import time
from contextlib import suppress
from pathlib import Path


class Meter:
    """Reads what a process has used and how long it waited for a processor; the last readings outlive it."""

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # clock_getcpuclockid(3), of the process
        self._schedule = Path(f"/proc/{pid}/schedstat")
        self._used = 0.0
        self._delay = 0.0

    def used(self) -> float:
        """Seconds of processor time; elsewhere than on Linux seconds of the wall's clock."""
        with suppress(OSError):
            self._used = time.clock_gettime(self._clock) if sys.platform == "linux" else time.monotonic()
        return self._used

    def delay(self) -> float:
        """Seconds in which it could run and did not."""
        with suppress(OSError, ValueError, IndexError):
            self._delay = int(self._schedule.read_text().split()[1]) / 1e9
        return self._delay


def used_by_children() -> float:
    """Seconds of processor time of all children that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
