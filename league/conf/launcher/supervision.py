"""Keeps the children of `manage.py up` running: reads what they say, starts them again when they end, stops them.

Everything happens in one thread. It sleeps until a child speaks or ends, so an idle Moothill costs nothing here.
"""

import os
import selectors
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from league.conf.launcher.console import tell
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.log_alerts import Alarms
from league.conf.launcher.managed_process import ManagedProcess
from league.conf.launcher.processes import Child, ask, finish, kill_group, last_lines


def nothing() -> None:
    """What most children need done before they start."""


class Supervisor:
    """Starts, watches and stops children. Their logs lie in `logs`."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._alarms = Alarms()
        self._kept: list[ManagedProcess] = []
        self._selector = selectors.DefaultSelector()
        self._bell, self._clapper = socket.socketpair()
        self._bell.setblocking(False)
        self._clapper.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ, self._silence_bell)
        signal.set_wakeup_fd(self._clapper.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # a child's end rings the bell

    def start(self, child: Child, prepare: Callable[[], None] = nothing) -> ManagedProcess:
        """Start a child and keep it running; `prepare` is done before every start."""
        kept = ManagedProcess(child, self._logs / f"{child.name}.log", prepare, self._alarms.hear)
        self._kept.append(kept)
        self._attend(kept)
        return kept

    def run(self, child: Child) -> list[str]:
        """Run a child to its end and return the lines it said, which no log keeps. Raises ServiceFailed."""
        return self.begin(child)()

    def begin(self, child: Child) -> Callable[[], list[str]]:
        """Start a child that ends by itself; return what waits for it and does the rest of `run`."""
        lines: list[str] = []
        kept = ManagedProcess(child, Path(os.devnull), nothing, lambda _, line: lines.append(line))
        self._kept.append(kept)
        self._attend(kept)
        return lambda: self._finish(kept, lines)

    def _finish(self, kept: ManagedProcess, lines: list[str]) -> list[str]:
        while kept.runs:
            self._sleep(None)
        self._kept.remove(kept)
        self._part_with(kept)
        if kept.process.returncode:
            said = "\n".join(f"    {line}" for line in lines[-40:])
            raise ServiceFailed(f"{kept.child.name} {kept.end_in_words()}. Output:\n{said}")
        return lines

    def wait_for(self, kept: ManagedProcess, condition: Callable[[], bool], seconds: float) -> None:
        """Attend to all until the condition holds. Raises ServiceFailed if this child ends or time runs out first."""
        deadline = time.monotonic() + seconds
        while not condition():
            if not kept.runs:
                kept.listen()
                raise _failure(kept, kept.end_in_words())
            if time.monotonic() > deadline:
                raise _failure(kept, f"did not start within {seconds:.0f} seconds")
            self._sleep(0.02)

    def watch(self) -> None:
        """Keep every child running, until a signal handler raises."""
        while True:
            for kept in self._kept:
                self._look_after(kept)
            self._sleep(self._seconds_to_next_start())

    def stop(self) -> None:
        """Stop all of them: our own programs together, then the services one by one, the last started first."""
        programs = [kept for kept in self._kept if not kept.child.is_service]
        for each in programs:
            ask(each.process, each.child.stop_signal)
        deadline = time.monotonic() + max((each.child.grace for each in programs), default=0.0)
        for each in programs:
            finish(each.process, deadline - time.monotonic())
        for each in reversed(self._kept):
            ask(each.process, each.child.stop_signal)
            finish(each.process, each.child.grace)
            each.listen()

    def kill(self) -> None:
        """Kill all of them at once."""
        for kept in self._kept:
            kill_group(kept.process)

    def _look_after(self, kept: ManagedProcess) -> None:
        """Notice that a child has ended; start it again when its rest is over."""
        if kept.due is None:
            if not kept.runs:
                self._part_with(kept)
                tell(kept.child.name, f"{kept.end_in_words()}; restarting in {kept.rest():.0f} s")
        elif kept.due <= time.monotonic():
            try:
                kept.start()
            except OSError as fault:  # a full disk: it may have room in a while
                tell(kept.child.name, f"cannot start: {fault}; retrying in {kept.rest():.0f} s")
                return
            self._attend(kept)

    def _seconds_to_next_start(self) -> float | None:
        due = [kept.due for kept in self._kept if kept.due is not None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _sleep(self, seconds: float | None) -> None:
        """Sleep until a child speaks or ends, at most so long."""
        for key, _ in self._selector.select(seconds):
            key.data()

    def _attend(self, kept: ManagedProcess) -> None:
        pipe = kept.pipe

        def listen() -> None:
            if not kept.listen():
                self._selector.unregister(pipe)

        self._selector.register(pipe, selectors.EVENT_READ, listen)

    def _part_with(self, kept: ManagedProcess) -> None:
        with suppress(KeyError):  # it has closed its end already
            self._selector.unregister(kept.pipe)
        kept.bury()

    def _silence_bell(self) -> None:
        with suppress(BlockingIOError):
            while self._bell.recv(4096):
                pass


def _failure(kept: ManagedProcess, what: str) -> ServiceFailed:
    return ServiceFailed(f"{kept.child.name} {what}. Last lines of {kept.log.path}:\n{last_lines(kept.log.path)}")
