"""A process that lives more than once."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from league.conf.launcher.processes import Process, kill_group

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


def children_of(main: int) -> list[int]:
    """The children of a process that live, oldest first; of a process that is gone, none."""
    try:
        return [int(word) for word in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
    except OSError:
        return []


def kill_left(group: int, mark: str) -> None:
    """Kill whatever is left of a process group of ours: what has the mark in what it says of itself or writes to.

    A process that has changed its title, as Celery's do, shows neither its command line nor its environment any more.
    """
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and os.getpgid(int(entry.name)) == group and mark in _words_of(entry):
                os.kill(int(entry.name), signal.SIGKILL)


def _words_of(process: Path) -> str:
    words = [(process / name).read_bytes().decode(errors="replace") for name in ("cmdline", "environ")]
    outputs = [str((process / "fd" / number).readlink()) for number in "12" if (process / "fd" / number).is_symlink()]
    return "".join(words + outputs)


def send(process: int, which: signal.Signals) -> bool:
    """Send a signal; False when the process is gone."""
    with suppress(ProcessLookupError):
        os.kill(process, which)
        return True
    return False
