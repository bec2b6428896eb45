"""The process of a bot, seen from outside: its pipes, its signals, its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from typing import Final, NamedTuple, cast

from engine.sandbox.limits import Limits
from engine.sandbox.meter import used_by_children
from engine.sandbox.wire import frame

END_SECONDS: Final = 2.0  # from a kill, or from the end of its output, to its own end


class Ended(NamedTuple):
    """How a process ended."""

    status: int  # its exit status; negative: the signal that ended it
    used: float  # seconds of processor time


class Child(ABC):
    """A process with pipes to its standard streams. Not for several threads."""

    def __init__(self, pid: int, pipes: tuple[FileIO, FileIO, FileIO]) -> None:
        self.pid = pid
        self.questions, self.answers, self.errors = pipes

    @abstractmethod
    def wait(self, seconds: float) -> Ended | None:
        """Return how it ended; None if it lives after so many seconds."""

    @abstractmethod
    def send_signal(self, number: int) -> None:
        """Send a signal; nothing happens when it has ended."""

    @abstractmethod
    def kill(self) -> None:
        """Kill it if it lives, and wait for its end. Idempotent."""

    def close(self) -> None:
        """Close the pipes, after its end. Idempotent."""
        self.questions.close()
        self.answers.close()
        self.errors.close()


Start = Callable[[str, Limits], Child]
"""Start a process that plays one match of a game (by slug) within limits. Raise SandboxFailed or OSError."""


class ProgramOfItsOwn(Child):
    """A program that was started for one match, and gets the game as its first message."""

    def __init__(self, outer: subprocess.Popen[bytes], game: str) -> None:
        pipes = cast("tuple[FileIO, FileIO, FileIO]", (outer.stdin, outer.stdout, outer.stderr))
        super().__init__(outer.pid, pipes)
        self.outer = outer
        self._handle = handle_of(outer.pid)
        with suppress(BrokenPipeError):
            self.questions.write(frame((game,)))

    def wait(self, seconds: float) -> Ended | None:
        """Return how it ended; None if it lives after so many seconds."""
        before = used_by_children()
        try:
            return Ended(self.outer.wait(seconds), used_by_children() - before)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        """Send a signal, by its handle if the system has such; nothing happens when it has ended."""
        if self._handle is None:
            self.outer.send_signal(number)
        else:
            signal_handle(self._handle, number)

    def kill(self) -> None:
        """Kill it if it lives, and wait for its end. Idempotent."""
        if self.outer.returncode is None:
            self.send_signal(signal.SIGKILL)
            self.outer.wait()

    def close(self) -> None:
        """Close the pipes, after its end. Idempotent."""
        super().close()
        if self._handle:
            self._handle.close()


def handle_of(pid: int) -> FileIO | None:
    """Return a handle (pidfd) of the process; None where there is none, and when the process is gone."""
    if sys.platform == "linux":
        with suppress(ProcessLookupError):
            return FileIO(os.pidfd_open(pid))
    return None


def signal_handle(handle: FileIO, number: int) -> None:
    """Send a signal to the process of a handle; nothing happens when it has ended, or when the handle is closed."""
    if sys.platform == "linux":
        with suppress(ProcessLookupError, PermissionError, ValueError):
            signal.pidfd_send_signal(handle.fileno(), number)
