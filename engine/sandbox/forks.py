"""Processes for matches, each forked by a launcher that runs no bot: in a launcher of its own, or in a kept one.

A kept launcher starts one process at a time, for any bot and any game. See `engine.sandbox.launcher` for why no match
can leave anything for the next.
"""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final, cast

from engine.sandbox import spawn
from engine.sandbox.child import END_SECONDS, Child, Ended, handle_of, signal_handle
from engine.sandbox.faults import SandboxFailed
from engine.sandbox.limits import Limits
from engine.sandbox.paths import sandbox_paths
from engine.sandbox.spawn import Launch, Started
from engine.sandbox.wire import READY, pack, unpack

_LONGEST_REPORT: Final = 256  # of bytes
_LONGEST_READ: Final = 1 << 16


class Launcher:
    """An isolated process that forks another for each match. Call `end` at last.

    The thread that makes it must outlive it, since the kernel kills it with that thread. Raise SandboxFailed, or
    OSError where there is no room for another process.
    """

    def __init__(self, started: Started) -> None:
        self._owner = os.getpid()
        self._started, self._control, self.outer = started, started.control, started.outer
        self._errors = cast(FileIO, started.outer.stderr)
        self._handle: FileIO | None = None
        try:
            self._handle = handle_of(started.pid)
            self._become_ready()
        except BaseException:
            self.end()
            raise

    def __del__(self) -> None:
        """End one that was forgotten."""
        self.end()

    def _become_ready(self) -> None:
        places = sandbox_paths()
        line = b""
        self._control.settimeout(spawn.START_SECONDS)
        with suppress(TimeoutError, ConnectionError):
            packages = self._started.packages
            self._control.send(pack((self._started.parent, places.readable, places.library, packages)))
            line = self._control.recv(_LONGEST_REPORT)
        if line != READY:
            raise SandboxFailed(f"The sandbox was not ready: {_text_of(self._errors)}")

    @property
    def is_usable(self) -> bool:
        """Whether it is alive, and was made by this process."""
        return self._owner == os.getpid() and self._control.fileno() >= 0 and self.outer.poll() is None

    def fork(self, game: str, limits: Limits, give_back: Callable[[Launcher], None]) -> Forked:
        """Return a new process; it calls `give_back` at its end. Raise SandboxFailed or OSError."""
        try:
            return self._fork(game, limits, give_back)
        except BaseException:
            self.end()
            raise

    def _fork(self, game: str, limits: Limits, give_back: Callable[[Launcher], None]) -> Forked:
        seconds = int(limits.load + limits.match + limits.move) + 2
        terms = pack((game, limits.memory, limits.files, seconds))
        self._started.before_match()
        _stay_on_our_cores(self._started.pid)
        with ExitStack() as ours:
            with ExitStack() as its:
                stdin_read, stdin_write = spawn.pipe(its, ours)
                stdout_read, stdout_write = spawn.pipe(ours, its)
                stderr_read, stderr_write = spawn.pipe(ours, its)
                self._control.settimeout(spawn.START_SECONDS)
                socket.send_fds(self._control, [terms], [stdin_read, stdout_write, stderr_write])
            _, handles, *_ = socket.recv_fds(self._control, _LONGEST_REPORT, 1, socket.MSG_CMSG_CLOEXEC)
            if not handles:
                raise SandboxFailed(f"The sandbox started no process: {_text_of(self._errors)}")
            handle = ours.enter_context(FileIO(handles[0]))
            pid = _pid_of(handle)
            if pid <= 0:
                raise SandboxFailed(f"The sandbox was not ready: {_text_of(FileIO(stderr_read, closefd=False))}")
            ours.pop_all()
        pipes = FileIO(stdin_write, "wb"), FileIO(stdout_read, "rb"), FileIO(stderr_read, "rb")
        return Forked(self, pid, handle, pipes, give_back)

    def wait(self, seconds: float) -> Ended | None:
        """Return how the process ended that it forked last; None if that lives after so many seconds.

        A launcher that was killed takes its process with it, which counts as killed from outside.
        """
        report = b""
        try:
            self._control.settimeout(seconds)
            report = self._control.recv(_LONGEST_REPORT)
        except TimeoutError:
            return None
        except OSError:
            pass
        if not report:
            self.end()
            return Ended(-signal.SIGKILL, 0.0)
        status, used = unpack(report)
        return Ended(os.waitstatus_to_exitcode(status), used)

    def end(self) -> None:
        """Let it end, and wait for that; kill it if it lives on, with all that it started. Idempotent."""
        self._control.close()
        try:
            self.outer.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            if self._handle:
                signal_handle(self._handle, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self.outer.wait(END_SECONDS)
            self.outer.kill()
            self.outer.wait()
        self._errors.close()
        if self._handle:
            self._handle.close()


class Forked(Child):
    """A process for one match, forked by a launcher."""

    def __init__(
        self,
        launcher: Launcher,
        pid: int,
        handle: FileIO,
        pipes: tuple[FileIO, FileIO, FileIO],
        give_back: Callable[[Launcher], None],
    ) -> None:
        super().__init__(pid, pipes)
        self.outer = launcher.outer
        self._launcher = launcher
        self._handle = handle
        self._give_back = give_back
        self._ended: Ended | None = None

    def wait(self, seconds: float) -> Ended | None:
        """Return how it ended; None if it lives after so many seconds."""
        if self._ended is None:
            self._ended = self._launcher.wait(seconds)
        return self._ended

    def send_signal(self, number: int) -> None:
        """Send a signal; nothing happens when it has ended."""
        signal_handle(self._handle, number)

    def kill(self) -> None:
        """Kill it if it lives, and wait for its end. Idempotent."""
        self.send_signal(signal.SIGKILL)
        if self.wait(END_SECONDS) is None:
            self._launcher.end()

    def close(self) -> None:
        """Close the pipes, after its end, and give the launcher back. Idempotent."""
        super().close()
        self._handle.close()
        self._give_back(self._launcher)


@dataclass(frozen=True, slots=True)
class OneMatch:
    """Starts each process in a sandbox of its own, which ends with it."""

    launch: Launch

    def __call__(self, game: str, limits: Limits) -> Forked:
        """Start a process for one match. Raise SandboxFailed or OSError."""
        return Launcher(self.launch()).fork(game, limits, Launcher.end)

    @property
    def reusing(self) -> ManyMatches:
        """The same with sandboxes that are kept."""
        return ManyMatches(self.launch)


@dataclass(frozen=True, slots=True)
class ManyMatches:
    """Starts processes in sandboxes that this thread keeps, as many as it needs at once."""

    launch: Launch

    def __call__(self, game: str, limits: Limits) -> Forked:
        """Start a process for one match. Raise SandboxFailed or OSError."""
        idle = _idle.of(self.launch)
        while idle:
            launcher = idle.pop()
            if launcher.is_usable:
                break
            launcher.end()
        else:
            launcher = Launcher(self.launch())
        return launcher.fork(game, limits, lambda launcher: _give_back(launcher, idle))


class _IdleLaunchers(threading.local):
    """The idle launchers of each thread; they end with it."""

    def __init__(self) -> None:
        self._launchers: dict[Launch, list[Launcher]] = {}

    def of(self, launch: Launch) -> list[Launcher]:
        return self._launchers.setdefault(launch, [])

    def end(self) -> None:
        for launchers in self._launchers.values():
            while launchers:
                launchers.pop().end()


_idle = _IdleLaunchers()


@atexit.register
def end_idle_launchers() -> None:
    """End the idle sandboxes that this thread keeps. Idempotent."""
    _idle.end()


def _give_back(launcher: Launcher, idle: list[Launcher]) -> None:
    if not launcher.is_usable:
        launcher.end()
    elif launcher not in idle:
        idle.append(launcher)


def _stay_on_our_cores(pid: int) -> None:
    """Move a launcher to the cores of this process; the bots that it forks stay there."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setaffinity(pid, os.sched_getaffinity(0))


def _pid_of(handle: FileIO) -> int:
    """Return the id (outside) of the process of a handle; -1 when it is gone (pidfd_open(2))."""
    lines = Path(f"/proc/self/fdinfo/{handle.fileno()}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pid:"))


def _text_of(errors: FileIO) -> str:
    """Return what is in a pipe, or that there is nothing."""
    os.set_blocking(errors.fileno(), False)
    with suppress(BlockingIOError):
        return os.read(errors.fileno(), _LONGEST_READ).decode("utf-8", "replace").strip() or "it said nothing"
    return "it said nothing"
