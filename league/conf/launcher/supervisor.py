"""Keep child processes running, with their output in log files.

All of it happens in one thread, because children end with the thread that started them.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from league.conf.launcher.console import tell
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.processes import Child, await_end, kill_group, last_lines, status_of, stop

LOG_SIZE = 5_000_000
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 60.0
STARTS = 4


def empty_if_full(log: Path) -> None:
    """Move what a full log holds into one older file. Its process goes on writing to the same file."""
    with suppress(OSError):
        if log.stat().st_size > LOG_SIZE:
            with suppress(OSError):  # such as on a full disk: then it is lost
                older = Path(f"{log}.1")
                older.touch(mode=0o600)
                shutil.copyfile(log, older)
            os.truncate(log, 0)


class ManagedProcess:
    """A child process, its log, and when it starts again."""

    def __init__(self, child: Child, log: Path, prepare: Callable[[], None]) -> None:
        self.child = child
        self.log = log
        self.due: float | None = None
        self.failures = 0
        self._prepare = prepare
        self.start()

    def start(self) -> None:
        """Prepare and start the process. Its log is readable by our account only."""
        self._started_at = time.monotonic()
        self._prepare()
        with open(self.log, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as output:
            self.process = self.child.start(output)
        self.due = None

    def schedule_restart(self) -> float:
        """Return the pause before the next start: 1, 2, 4, ... seconds, and again 1 after a minute without failure."""
        now = time.monotonic()
        self.failures = 1 if now - self._started_at > STABLE_SECONDS else self.failures + 1
        pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE)
        self.due = now + pause
        return pause

    def tend(self) -> None:
        """Start it again if it has ended, after a pause."""
        if self.due is None and self.process.poll() is not None:
            kill_group(self.process)
            tell(self.child.name, f"{status_of(self.process)}; restarting in {self.schedule_restart():.0f} s")
        elif self.due is not None and self.due <= time.monotonic():
            try:
                self.start()
            except OSError as error:  # such as a full disk
                tell(self.child.name, f"cannot start: {error}; retrying in {self.schedule_restart():.0f} s")
        empty_if_full(self.log)


class Supervisor:
    """Start, restart and stop child processes."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._managed: list[ManagedProcess] = []

    def start(self, child: Child, prepare: Callable[[], None] = lambda: None) -> ManagedProcess:
        """Start a child and keep it running. Call `prepare` before every start."""
        managed = ManagedProcess(child, self._logs / f"{child.name}.log", prepare)
        self._managed.append(managed)
        return managed

    def wait_for(self, managed: ManagedProcess, is_ready: Callable[[], bool], seconds: float) -> None:
        """Return when the child is ready. Raise ServiceFailed after so many seconds, or if it ends STARTS times."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            self._tend()
            if managed.failures >= STARTS or time.monotonic() > deadline:
                lines = last_lines(managed.log)
                raise ServiceFailed(f"{managed.child.name} did not start. Last lines of {managed.log}:\n{lines}")
            time.sleep(0.02)

    def watch(self) -> None:
        """Keep all children running, until a signal handler raises."""
        while True:
            self._tend()
            time.sleep(0.5)

    def stop(self) -> None:
        """Stop all children: the programs together, then the services, the last one first."""
        running = [each for each in self._managed if each.due is None]
        programs = [each for each in running if not each.child.is_service]
        for each in programs:
            each.process.send_signal(each.child.stop_signal)
        deadline = time.monotonic() + max((each.child.grace for each in programs), default=0.0)
        for each in programs:
            await_end(each.process, deadline - time.monotonic())
        for each in reversed(running):
            stop(each.process, each.child)

    def kill(self) -> None:
        """Kill all children at once."""
        for each in self._managed:
            kill_group(each.process)
        for each in self._managed:
            each.process.wait()

    def _tend(self) -> None:
        for each in self._managed:
            each.tend()


@contextmanager
def supervised(logs: Path) -> Iterator[Supervisor]:
    """Give a supervisor, and stop its children at the end; a second signal kills them."""
    supervisor = Supervisor(logs)
    try:
        yield supervisor
    finally:
        try:
            supervisor.stop()
        except (KeyboardInterrupt, SystemExit):
            supervisor.kill()
