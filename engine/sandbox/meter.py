"""What a process has used of this machine's processors, and how long it waited for one."""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import suppress
from io import FileIO

_LONGEST_LINE = 100  # three numbers


class Queueing:
    """How long somebody waited for a processor, as the kernel counts it; the last reading outlives it.

    It is read at every choice that takes a while, so its file stays open. Whoever made it closes it.
    """

    def __init__(self, path: str) -> None:
        self._file: FileIO | None = None
        with suppress(OSError):
            self._file = FileIO(path)
        self._seconds = 0.0

    def seconds(self) -> float:
        """Seconds in which it could run and did not; none where the system does not say."""
        if self._file:
            with suppress(OSError, ValueError, IndexError):
                self._seconds = int(os.pread(self._file.fileno(), _LONGEST_LINE, 0).split()[1]) / 1e9
        return self._seconds

    def close(self) -> None:
        """Let go of the file; a second time nothing happens."""
        if self._file:
            self._file.close()


class Meter:
    """Reads what a process has used and how long it waited for a processor. Whoever made the meter closes it."""

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # clock_getcpuclockid(3), of the process
        self._queueing = Queueing(f"/proc/{pid}/schedstat")
        self._used = 0.0
        self.delay = self._queueing.seconds
        self.close = self._queueing.close

    def used(self) -> float:
        """Seconds of processor time; elsewhere than on Linux seconds of the wall's clock."""
        with suppress(OSError):
            self._used = time.clock_gettime(self._clock) if sys.platform == "linux" else time.monotonic()
        return self._used


class HouseClock:
    """The wall's clock for the thread that makes it, standing still while that thread waits for a processor."""

    def __init__(self) -> None:
        self._queueing = Queueing("/proc/thread-self/schedstat")
        self.close = self._queueing.close

    def read(self) -> float:
        """Seconds since some moment."""
        return time.monotonic() - self._queueing.seconds()


def used_by_children() -> float:
    """Seconds of processor time of all children that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
