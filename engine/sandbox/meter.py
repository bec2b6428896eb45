"""What a process has used of this machine's processors."""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import suppress

_LONGEST_LINE = 100  # three numbers


class Meter:
    """Reads what a process has used and how long it waited for a processor; the last readings outlive it.

    Both are read at every choice, so the file of the second stays open. Whoever made the meter closes it.
    """

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # clock_getcpuclockid(3), of the process
        self._schedule = -1
        with suppress(OSError):
            self._schedule = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)
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
            self._delay = int(os.pread(self._schedule, _LONGEST_LINE, 0).split()[1]) / 1e9
        return self._delay

    def close(self) -> None:
        """Let go of the file; a second time nothing happens."""
        if self._schedule >= 0:
            os.close(self._schedule)
            self._schedule = -1


def used_by_children() -> float:
    """Seconds of processor time of all children that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
