"""A process that lives more than once."""

import time
from collections.abc import Callable
from contextlib import ExitStack

from league.conf.launcher.processes import Process, kill_group
from tests.chaos.life import kill_left

Start = Callable[[int], Process]
"""Starts it, told the number of the life that begins."""


class Life:
    """One process at a time, started again under a new number; what its group leaves behind ends with the run."""

    def __init__(self, name: str, start: Start, at_end: ExitStack, *, mark: str) -> None:
        self.name = name
        self._mark = mark  # of the environment or command line of its processes; a number alone may be somebody else's
        self.times = 0
        self._start = start
        self._all: list[Process] = []
        self._ended_at: float | None = None
        at_end.callback(self.end)

    def begin(self) -> None:
        """Start it, unless it runs."""
        if not self.runs:
            self.times += 1
            self._ended_at = None
            self._all.append(self._start(self.times))

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._all[-1].pid

    @property
    def runs(self) -> bool:
        """Whether it runs now, be it asleep."""
        return bool(self._all) and self._all[-1].poll() is None

    def ended_for(self) -> float:
        """For how many seconds it has been known to be ended; 0 while it runs."""
        if self.runs:
            return 0.0
        self._ended_at = self._ended_at or time.monotonic()
        return time.monotonic() - self._ended_at

    def cut_off(self) -> None:
        """Kill it with its whole group."""
        if self.runs:
            kill_group(self._all[-1])
            self._all[-1].wait()

    def await_end(self) -> None:
        """Return when the process has ended, after it was asked to end at once."""
        self._all[-1].wait(30)

    def end(self) -> None:
        """Kill it, and whatever its earlier lives left behind."""
        self.cut_off()
        for process in self._all:
            kill_left(process.pid, self._mark)
            process.wait()
