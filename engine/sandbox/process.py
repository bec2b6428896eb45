"""One program at a seat, from outside: started, asked by a clock, ended with nothing left."""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from engine.sandbox import starting
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.limits import Limits
from engine.sandbox.log import Log
from engine.sandbox.places import places
from engine.sandbox.starting import Start
from engine.sandbox.wire import LONGEST_LINE, READY, answer_to, frame

_SLICE = 0.25  # seconds between two looks at a silent program
_LONGEST_READ = 1 << 16
_END_SECONDS = 2.0  # from the end of its output to its own end
_SHELL = 128  # what bubblewrap, like a shell, adds to the signal that ended its program


class Process:
    """The child process, started and shut in by the time it is made. Whoever made it ends it with `end`.

    The thread that makes it must outlive it, for the kernel ends it with that thread. Raises SandboxFailed.
    """

    def __init__(self, start: Start, game: str, limits: Limits) -> None:
        self.log = Log(limits.log)
        self.spent = 0.0  # seconds of processor time since it was ready
        self._limits = limits
        self._line = b""
        self._is_over = False
        started = start()
        self._outer = started.outer
        self._to = cast(BinaryIO, self._outer.stdin)
        self._from, self._errors = (cast(BinaryIO, pipe).fileno() for pipe in (self._outer.stdout, self._outer.stderr))
        self._poll = select.poll()
        for stream in (self._from, self._errors):
            os.set_blocking(stream, False)
            self._poll.register(stream, select.POLLIN)
        self._meter = _Meter(started.pid)
        self._handle = _handle_of(started.pid)
        self._become_ready(_terms(game, started.parent, limits))
        self._mark = self._meter.used()

    def ask(self, question: tuple[Any, ...], seconds: float) -> int:
        """The index that it answers. Raises BotFault, or SandboxFailed when somebody else ended it.

        It has `seconds` of processor time, in which counts what it used since its last answer.
        """
        request = os.urandom(8).hex()
        try:
            self._to.write(frame((request, *question)))
            line = self._awaited(seconds)
        except BrokenPipeError:
            line = b""
        if not line:
            raise self._why_it_ended()
        used = self._meter.used()
        self.spent += used - self._mark
        self._mark = used
        return answer_to(request, line)

    def end(self) -> None:
        """Kill it if it lives, and wait until nothing of it is left. A second time nothing happens."""
        if self._is_over:
            return
        self._is_over = True
        if self._outer.returncode is None:
            self._kill()
        with suppress(BotFault):
            self._read_errors()
        for pipe in (self._outer.stdin, self._outer.stdout, self._outer.stderr):
            cast(BinaryIO, pipe).close()
        if self._handle >= 0:
            os.close(self._handle)

    def _become_ready(self, terms: tuple[Any, ...]) -> None:
        """Before it is ready nothing is a bot's fault: there is no bot yet, only a machine that may be slow."""
        ends = time.monotonic() + starting.SECONDS
        line: bytes | None = None
        with suppress(BrokenPipeError):
            self._to.write(frame(terms))
            while line is None and (left := ends - time.monotonic()) > 0:
                line = self._read_what_came(left)
        if line != READY:
            self.end()
            raise SandboxFailed(f"The sandbox was not ready: {self.log.text.strip() or 'it said nothing'}")

    def _awaited(self, seconds: float) -> bytes:
        """The line that it writes within its time; empty at its end. Raises BotFault.

        The wall's clock counts in slices that were waited for, so that a worker which was stopped meanwhile takes
        nothing from the bot; neither does the time in which the bot could run and got no processor.
        """
        patience = self._limits.patience * seconds + 1
        delayed = self._meter.delay()
        waited = 0.0
        while True:
            left = seconds - (self._meter.used() - self._mark)
            if left <= 0 or waited - (self._meter.delay() - delayed if waited else 0) >= patience:
                raise BotFault("timeout")
            pause = min(max(left, 0.001), _SLICE)
            line = self._read_what_came(pause)
            if line is not None:
                return line
            waited += pause

    def _read_what_came(self, seconds: float) -> bytes | None:
        """A whole line, or what is empty at its end; None when there is none yet. Raises BotFault for a flood."""
        for stream, _ in self._poll.poll(seconds * 1000):
            if stream == self._errors:
                self._read_errors()
            elif (line := self._read_line()) is not None:
                return line
        return None

    def _read_line(self) -> bytes | None:
        more = os.read(self._from, LONGEST_LINE + 1)
        if not more:
            return b""
        line = self._line + more
        ends = line.find(b"\n")
        if ends + 1 < len(line) and (ends >= 0 or len(line) > LONGEST_LINE):
            raise BotFault("flood")
        self._line = b"" if ends >= 0 else line
        return line if ends >= 0 else None

    def _read_errors(self) -> None:
        try:
            more = os.read(self._errors, _LONGEST_READ)
        except BlockingIOError:
            return
        if not more:
            with suppress(KeyError):  # its end may be read twice
                self._poll.unregister(self._errors)
        self.log.add(more)
        if self.log.written > self._limits.output:
            raise BotFault("flood")

    def _why_it_ended(self) -> BotFault | SandboxFailed:
        before = _used_by_children()
        try:
            status = self._outer.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return BotFault("crash")  # it closed its pipe, and lives on until it is ended
        used = _used_by_children() - before
        by = -status if status < 0 else status - _SHELL
        if by == signal.SIGXCPU or used >= self._limits.match:
            return BotFault("timeout")
        if by == signal.SIGKILL:  # none but the machine can, for want of memory or by an operator's hand
            return SandboxFailed("The sandbox was killed from outside.")
        return BotFault("crash")

    def _kill(self) -> None:
        if self._handle >= 0:
            with suppress(ProcessLookupError):
                _send_kill(self._handle)
            with suppress(subprocess.TimeoutExpired):
                self._outer.wait(_END_SECONDS)
                return
        self._outer.kill()
        self._outer.wait()


class _Meter:
    """Reads what a process has used of the processors, and how long it waited for one; stays when it is gone."""

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # clock_getcpuclockid(3), of the process
        self._schedule = Path(f"/proc/{pid}/schedstat")
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
            self._delay = int(self._schedule.read_text().split()[1]) / 1e9
        return self._delay


def _terms(game: str, parent: int, limits: Limits) -> tuple[Any, ...]:
    here = places()
    seconds = int(limits.load + limits.match + limits.move) + 2
    return game, parent, here.readable, here.library, limits.memory, limits.files, seconds


def _handle_of(pid: int) -> int:
    """What names this process for good, where the system has that; -1 elsewhere, and when it is gone."""
    if sys.platform == "linux":
        with suppress(ProcessLookupError):
            return os.pidfd_open(pid)
    return -1


def _send_kill(handle: int) -> None:
    if sys.platform == "linux":
        signal.pidfd_send_signal(handle, signal.SIGKILL)


def _used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
