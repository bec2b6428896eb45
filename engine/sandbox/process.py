"""One program at a seat, from outside: started, asked by a clock, ended with nothing left."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from io import FileIO
from typing import Any, BinaryIO, cast

from engine.sandbox import starting
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.limits import Allowance, Limits, exceeded
from engine.sandbox.log import Log
from engine.sandbox.meter import HouseClock, Meter, used_by_children
from engine.sandbox.places import places
from engine.sandbox.stack import read_stack
from engine.sandbox.starting import Start, Started
from engine.sandbox.wire import CHOOSING, LONGEST_LINE, READY, STACK_SIGNAL, answer_to, frame

_MOMENT = 0.005  # seconds in which an answer is taken without a look at any clock
_SLICE = 0.25  # seconds between two looks at a silent program
_LONGEST_READ = 1 << 16
_END_SECONDS = 2.0  # from the end of its output to its own end
_SHELL = 128  # what bubblewrap, like a shell, adds to the signal that ended its program
_UTMOST = 60.0  # seconds after which no answer is waited for, however long the program waited for a processor


class Process:
    """The child process, started and shut in by the time it is made. Whoever made it ends it with `end`.

    The thread that makes it must outlive it, for the kernel ends it with that thread. Raises SandboxFailed.
    """

    def __init__(self, start: Start, game: str, limits: Limits) -> None:
        self.log = Log(limits.log)
        self.spent = 0.0  # seconds of processor time since it was ready
        self.kept_waiting = 0.0  # seconds on the wall's clock, without those in which it waited for a processor
        self._limits = limits
        self._from_the_start = self._mark = 0.0  # what the meter read when it was ready, and at its last answer
        self._unsent = b""
        self._line = b""
        self._is_stopped = False  # its time was up: nothing that it uses or writes afterwards is kept
        self._is_over = True  # until there is something to end
        self._handle: FileIO | None = None
        self._poll = select.poll()
        try:
            self._begin(start(), game)
        except OSError as error:  # no process, no descriptor, no memory
            raise SandboxFailed(f"The machine could not start a sandbox: {error}") from error

    def ask(self, question: tuple[Any, ...], allowance: Allowance, stated: frozenset[str] = CHOOSING) -> int:
        """The index that it answers. Raises BotFault, or SandboxFailed when somebody else ended it.

        What it used since its last answer counts towards the allowance.
        """
        request = os.urandom(8).hex()
        try:
            self._send(frame((request, *question)))
            line = self._awaited(allowance)
        except BrokenPipeError:
            line = b""
        finally:
            self._count()
        if not line:
            raise self._why_it_ended()
        if self._unsent:  # it answers what it has not read
            raise BotFault("flood")
        return answer_to(request, line, stated)

    def end(self) -> None:
        """Kill it if it lives, and wait until nothing of it is left. A second time nothing happens.

        A worker's limit of time is an exception that a signal raises anywhere, once: what it interrupts is done again.
        """
        try:
            self._end()
        except BaseException:
            self._end()
            raise

    def __del__(self) -> None:
        """Who was interrupted on the way to `end` forgets the program, and then it ends as well."""
        self._end()

    def _end(self) -> None:
        if self._is_over:
            return
        if self._outer.returncode is None:
            self._kill()
        with ExitStack() as closing:
            for pipe in (self._outer.stdin, self._outer.stdout, self._outer.stderr):
                closing.callback(cast(BinaryIO, pipe).close)
            if self._handle:
                closing.callback(self._handle.close)
            closing.callback(self._meter.close)
            closing.callback(self._clock.close)
            if not self._is_stopped and not cast(BinaryIO, self._outer.stderr).closed:
                with suppress(BotFault):
                    self._read_errors()
        self._is_over = True

    def _begin(self, started: Started, game: str) -> None:
        self._outer = started.outer
        self._meter, self._clock = Meter(started.pid), HouseClock()
        self._is_wrapped = started.pid != started.outer.pid
        pipes = (cast(BinaryIO, pipe).fileno() for pipe in (self._outer.stdin, self._outer.stdout, self._outer.stderr))
        self._to, self._from, self._errors = pipes
        self._is_over = False
        with ExitStack() as undo:
            undo.callback(self.end)
            self._handle = _handle_of(started.pid)
            for stream in (self._to, self._from, self._errors):
                os.set_blocking(stream, False)
            for stream in (self._from, self._errors):
                self._poll.register(stream, select.POLLIN)
            self._become_ready(_terms(game, started.parent, self._limits))
            self._from_the_start = self._mark = self._meter.used()
            undo.pop_all()

    def _become_ready(self, terms: tuple[Any, ...]) -> None:
        """Before it is ready nothing is a bot's fault: there is no bot yet, only a machine that may be slow."""
        ends = time.monotonic() + starting.SECONDS
        line: bytes | None = None
        with suppress(BrokenPipeError, BotFault):
            self._send(frame(terms))
            while line is None and (left := ends - time.monotonic()) > 0:
                line = self._read_what_came(left)
        if line != READY:
            self.end()
            raise SandboxFailed(f"The sandbox was not ready: {self.log.text.strip() or 'it said nothing'}")

    def _count(self) -> None:
        """Count what it used since its last answer; once its time is up nothing more counts."""
        if self._is_stopped:
            return
        used = self._meter.used()
        self.spent += used - self._mark
        self._mark = used

    def _awaited(self, allowance: Allowance) -> bytes:
        """The line that it writes within its time; empty at its end. Raises BotFault.

        The wall's clock counts in slices that were waited for, so that a worker which was stopped meanwhile takes
        nothing from the bot; neither does the time in which the bot, or the house, could run and got no processor.
        """
        seconds = allowance.seconds
        line = self._read_what_came(min(max(seconds, 0.001), _MOMENT))
        before, delayed = self.kept_waiting, self._meter.delay()
        waited = 0.0
        while line is None:
            used = self._meter.used() - self._mark
            left = seconds - used
            if left <= 0:
                raise self._out_of_time(allowance.exceeded(used))
            if self.kept_waiting >= (most := self._most_waiting()):
                raise self._out_of_time(exceeded("It took", "of elapsed time in the match", self.kept_waiting, most))
            if waited >= _UTMOST:
                raise self._out_of_time(f"No answer came within {_UTMOST:.0f} s.")
            pause = min(max(left, 0.001), _SLICE)
            began = self._clock.read()
            line = self._read_what_came(pause)
            waited += min(self._clock.read() - began, pause)
            self.kept_waiting = before + max(0.0, waited - (self._meter.delay() - delayed))
        return line

    def _most_waiting(self) -> float:
        """Seconds on the wall's clock that it may have kept the house waiting by now, going by what it computed."""
        limits, used = self._limits, self._meter.used() - self._from_the_start
        return min(limits.patience * used + limits.rest, limits.wall)

    def _out_of_time(self, detail: str) -> BotFault:
        """A fault with what was measured; where the program is, by its own account, comes into its log."""
        self._count()
        self._is_stopped = True
        with suppress(BlockingIOError):
            self.log.add(os.read(self._errors, _LONGEST_READ))
        if STACK_SIGNAL is not None:
            self._send_signal(STACK_SIGNAL)
            self.log.add(read_stack(self._errors))
        return BotFault("timeout", detail=detail)

    def _read_what_came(self, seconds: float) -> bytes | None:
        """A whole line, or what is empty at its end; None when there is none yet. Raises BotFault for a flood."""
        for stream, _ in self._poll.poll(seconds * 1000):
            if stream == self._to:
                self._send()
            elif stream == self._errors:
                self._read_errors()
            elif (line := self._read_line()) is not None:
                return line
        return None

    def _send(self, more: bytes = b"") -> None:
        """Write as much as it takes now; what is left goes when it has read. It may never read, and nobody hangs."""
        waited = bool(self._unsent)
        self._unsent += more
        with suppress(BlockingIOError):
            self._unsent = self._unsent[os.write(self._to, self._unsent) :]
        if self._unsent and not waited:
            self._poll.register(self._to, select.POLLOUT)
        if waited and not self._unsent:
            self._poll.unregister(self._to)

    def _read_line(self) -> bytes | None:
        try:
            more = os.read(self._from, LONGEST_LINE + 1)
        except BlockingIOError:  # it opened its end anew and took its words back
            return None
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
        if (printed := self.log.written) > (most := self._limits.output):
            detail = f"It printed {printed:,} bytes in this match, {printed - most:,} more than the limit of {most:,}."
            raise BotFault("flood", "It printed too much.", detail=detail)

    def _why_it_ended(self) -> BotFault | SandboxFailed:
        before = used_by_children()
        try:
            status = self._outer.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return BotFault("crash")  # it closed its pipe, and lives on until it is ended
        used = used_by_children() - before
        by = -status if status < 0 else status - _SHELL * self._is_wrapped
        if by == signal.SIGXCPU or used >= self._limits.match:
            return BotFault("timeout")
        if by == signal.SIGKILL:  # none but the machine can, for want of memory or by an operator's hand
            return SandboxFailed("The sandbox was killed from outside.")
        return BotFault("crash")

    def _kill(self) -> None:
        if self._handle:
            self._send_signal(signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._outer.wait(_END_SECONDS)
                return
        self._outer.kill()
        self._outer.wait()

    def _send_signal(self, number: int) -> None:
        """To the process that runs the bot, by its handle where the system has such."""
        if self._handle is None:
            self._outer.send_signal(number)
        elif sys.platform == "linux":
            with suppress(ProcessLookupError, PermissionError, ValueError):  # the last one when it is closed
                signal.pidfd_send_signal(self._handle.fileno(), number)


def _terms(game: str, parent: int, limits: Limits) -> tuple[Any, ...]:
    here = places()
    seconds = int(limits.load + limits.match + limits.move) + 2
    return game, parent, here.readable, here.library, limits.memory, limits.files, seconds


def _handle_of(pid: int) -> FileIO | None:
    """What names this process for good, where the system has that; None elsewhere, and when it is gone."""
    if sys.platform == "linux":
        with suppress(ProcessLookupError):
            return FileIO(os.pidfd_open(pid))
    return None
