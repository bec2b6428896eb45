"""Measures the processor time of a process, and its waiting for a processor."""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import suppress
from io import FileIO

_LONGEST_LINE = 100  # three numbers


class QueueDelay:
    """Time of waiting for a processor, as the kernel counts it; the last value remains after the process.

    It is read at every choice that takes a while, so its file stays open until `close`.
    """

    def __init__(self, path: str) -> None:
        self._file: FileIO | None = None
        with suppress(OSError):
            self._file = FileIO(path)
        self._seconds = 0.0

    def seconds(self) -> float:
        """Return seconds of being ready without running; 0 where the system does not report them."""
        if self._file:
            with suppress(OSError, ValueError, IndexError):
                self._seconds = int(os.pread(self._file.fileno(), _LONGEST_LINE, 0).split()[1]) / 1e9
        return self._seconds

    def close(self) -> None:
        """Close the file. Idempotent."""
        if self._file:
            self._file.close()


class Meter:
    """Reads the processor time of a process and its waiting for a processor. Call `close` at the end."""

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # clock_getcpuclockid(3), of the process
        self._queueing = QueueDelay(f"/proc/{pid}/schedstat")
        self._used = 0.0
        self.delay = self._queueing.seconds
        self.close = self._queueing.close

    def used(self) -> float:
        """Return seconds of processor time; on other systems than Linux elapsed seconds."""
        with suppress(OSError):
            self._used = time.clock_gettime(self._clock) if sys.platform == "linux" else time.monotonic()
        return self._used


class ServerClock:
    """Elapsed time of the thread that makes it, without its waiting for a processor."""

    def __init__(self) -> None:
        self._queueing = QueueDelay("/proc/thread-self/schedstat")
        self.close = self._queueing.close

    def read(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic() - self._queueing.seconds()


def used_by_children() -> float:
    """Return seconds of processor time of all children that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
