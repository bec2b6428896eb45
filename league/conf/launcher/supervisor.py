"""Keep the child processes of `manage.py up` running, with their output in log files.

All of it happens in one thread, because children end with the thread that started them.
"""

import logging
import os
import select
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, cast

from league.conf.launcher.console import tell
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.processes import Child, ask, finish, kill_group, last_lines, open_private, stop

LOG_SIZE = 5_000_000
LONGEST_PAUSE = 30.0
STABLE_SECONDS = 60.0
STARTS = 4


class LogFile(RotatingFileHandler):
    """A log of mode 0600 and one older file. Output that a full disk does not take is lost."""

    terminator = ""

    def __init__(self, path: Path, size: int = LOG_SIZE) -> None:
        super().__init__(path, maxBytes=size, backupCount=1, encoding="utf-8", errors="surrogateescape", delay=True)

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", errors="surrogateescape", opener=open_private)

    def write(self, data: bytes) -> None:
        """Append output."""
        self.emit(logging.makeLogRecord({"msg": data.decode("utf-8", "surrogateescape")}))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (the name is logging's)
        """Ignore what cannot be written, such as on a full disk: the program goes on."""


class ManagedProcess:
    """A child process, its output, and when it starts again."""

    def __init__(self, child: Child, write: Callable[[bytes], object], prepare: Callable[[], None]) -> None:
        self.child = child
        self.due: float | None = None
        self.failures = 0
        self._write = write
        self._prepare = prepare
        self.start()

    def start(self) -> None:
        """Prepare and start the process."""
        self._started_at = time.monotonic()
        self._prepare()
        self.process = self.child.start(subprocess.PIPE)
        self.pipe = cast("IO[bytes]", self.process.stdout)
        os.set_blocking(self.pipe.fileno(), False)
        self.due = None

    def fileno(self) -> int:
        """Return the descriptor that `select` waits for."""
        return self.pipe.fileno()

    def read(self) -> None:
        """Log what the process wrote."""
        with suppress(BlockingIOError):
            while not self.pipe.closed:
                if data := os.read(self.fileno(), 65536):
                    self._write(data)
                else:
                    self.pipe.close()

    def close(self) -> None:
        """Log the last output of the ended process, and kill what is left of its process group."""
        self.read()
        self.pipe.close()
        kill_group(self.process)

    def schedule_restart(self) -> float:
        """Return the pause before the next start: 1, 2, 4, ... seconds, and again 1 after a minute without failure."""
        now = time.monotonic()
        self.failures = 1 if now - self._started_at > STABLE_SECONDS else self.failures + 1
        pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE)
        self.due = now + pause
        return pause

    def status(self) -> str:
        """Describe how the process ended."""
        status = self.process.wait()
        return f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"


class Supervisor:
    """Start, restart and stop child processes."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._managed: list[ManagedProcess] = []

    def start(self, child: Child, prepare: Callable[[], None] = lambda: None) -> ManagedProcess:
        """Start a child and keep it running. Call `prepare` before every start."""
        managed = ManagedProcess(child, LogFile(self._log_of(child)).write, prepare)
        self._managed.append(managed)
        return managed

    def run(self, child: Child) -> list[str]:
        """Run a child to its end and return its output. Raise ServiceFailed if it fails."""
        return self.begin(child)()

    def begin(self, child: Child) -> Callable[[], list[str]]:
        """Start a child that ends by itself. Return what does the rest of `run`."""
        output = bytearray()
        managed = ManagedProcess(child, output.extend, lambda: None)
        self._managed.append(managed)
        return lambda: self._end(managed, output)

    def _end(self, managed: ManagedProcess, output: bytearray) -> list[str]:
        while managed.process.poll() is None:
            self._read_output(0.1)
        self._managed.remove(managed)
        managed.close()
        lines = output.decode(errors="replace").splitlines()
        if managed.process.returncode:
            end = "\n".join(f"    {line}" for line in lines[-40:])
            raise ServiceFailed(f"{managed.child.name} {managed.status()}. Output:\n{end}")
        return lines

    def wait_for(self, managed: ManagedProcess, is_ready: Callable[[], bool], seconds: float) -> None:
        """Return when the child is ready. Raise ServiceFailed after so many seconds, or if it ends STARTS times."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            self._restart_ended()
            if managed.failures >= STARTS or time.monotonic() > deadline:
                log = self._log_of(managed.child)
                raise ServiceFailed(f"{managed.child.name} did not start. Last lines of {log}:\n{last_lines(log)}")
            self._read_output(0.02)

    def watch(self) -> None:
        """Keep all children running, until a signal handler raises."""
        while True:
            self._restart_ended()
            self._read_output(0.5)

    def stop(self) -> None:
        """Stop all children: the programs together, then the services, the last one first."""
        running = [each for each in self._managed if each.due is None]
        programs = [each for each in running if not each.child.is_service]
        for each in programs:
            ask(each.process, each.child.stop_signal)
        deadline = time.monotonic() + max((each.child.grace for each in programs), default=0.0)
        for each in programs:
            finish(each.process, deadline - time.monotonic())
        for each in reversed(running):
            stop(each.process, each.child)
            each.read()

    def kill(self) -> None:
        """Kill all children at once."""
        for each in self._managed:
            kill_group(each.process)
        for each in self._managed:
            each.process.wait()

    def _restart_ended(self) -> None:
        for each in self._managed:
            if each.due is None and each.process.poll() is not None:
                each.close()
                tell(each.child.name, f"{each.status()}; restarting in {each.schedule_restart():.0f} s")
            elif each.due is not None and each.due <= time.monotonic():
                try:
                    each.start()
                except OSError as error:  # such as a full disk
                    tell(each.child.name, f"cannot start: {error}; retrying in {each.schedule_restart():.0f} s")

    def _read_output(self, seconds: float) -> None:
        """Log what the children write within so many seconds."""
        readable, _, _ = select.select([each for each in self._managed if not each.pipe.closed], [], [], seconds)
        for each in readable:
            each.read()

    def _log_of(self, child: Child) -> Path:
        return self._logs / f"{child.name}.log"
