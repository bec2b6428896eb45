"""One program at a seat, from outside: its process, its time, its log, its end."""

from __future__ import annotations

import os
import re
import select
import signal
import time
from contextlib import ExitStack, suppress
from typing import Any, Final

from engine.core.messages import message
from engine.core.text import quantity
from engine.sandbox import spawn
from engine.sandbox.child import END_SECONDS, Child, Start
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.limits import ELAPSED_LIMIT, Allowance, Limits, exceeded
from engine.sandbox.meter import Meter, ServerClock
from engine.sandbox.wire import CHOOSING, LONGEST_LINE, READY, STACK_SIGNAL, answer_to, frame

STACK_SECONDS: Final = 0.5  # on the wall's clock, for a program that takes the signal for itself or gets no processor
LONGEST_STACK: Final = 8 << 10
MOST_FRAMES: Final = 30
_FRAME: Final = re.compile(rb'^  File "[^"\n]{1,600}", line \d{1,9} in [^\n]{1,600}$', re.MULTILINE)
_OURS: Final = re.compile(rb'^  File "[^"\n]{1,600}/engine/sandbox/(session|wire)\.py", line ', re.MULTILINE)
_STACK_HEAD: Final = b"\nWhere the bot was when its time ran out (innermost call first):\n"
_MOMENT = 0.005  # seconds in which an answer is taken without a look at any clock
_SLICE = 0.25  # seconds between two looks at a silent program
_LONGEST_READ = 1 << 16
_UTMOST = 60.0  # seconds after which no answer is waited for, however long the program waited for a processor


class Log:
    """A log that keeps the first half and the last half of `most` bytes, and counts all."""

    def __init__(self, most: int) -> None:
        self.written = 0
        self._half = most // 2
        self._first = b""
        self._last = b""

    def add(self, more: bytes) -> None:
        """Add output."""
        self.written += len(more)
        room = self._half - len(self._first)
        self._first += more[:room]
        self._last = (self._last + more[room:])[-self._half :]

    @property
    def text(self) -> str:
        """The kept output with printable characters, and the number of bytes left out."""
        left_out = self.written - len(self._first) - len(self._last)
        first, last = _printable(self._first), _printable(self._last)
        left_out += max(len(first) - self._half, 0) + max(len(last) - self._half, 0)
        middle = f"\n… {quantity(left_out, 'byte')} left out …\n" if left_out else ""
        return first[: self._half].decode("utf-8", "ignore") + middle + last[-self._half :].decode("utf-8", "ignore")


def _printable(written: bytes) -> bytes:
    """Return the output as UTF-8 with a replacement for unprintable characters, which may make it longer."""
    text = written.decode("utf-8", "replace")
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}" for letter in text
    ).encode()


def read_stack(errors: int) -> bytes:
    """Return what a program writes to its standard error after the signal, as `stack_in` keeps it.

    The program may write anything instead of its stack (faulthandler): it is bounded, and for the bot's owner only.
    """
    coming = select.poll()
    coming.register(errors, select.POLLIN)
    written, ends = b"", time.monotonic() + STACK_SECONDS
    while not _OURS.search(written) and len(written) < LONGEST_STACK and (left := ends - time.monotonic()) > 0:
        if coming.poll(left * 1000):
            with suppress(BlockingIOError):  # it reopened its end and read its own output
                more = os.read(errors, LONGEST_STACK)
                written += more
                if not more:
                    break
    return stack_in(written[:LONGEST_STACK])


def stack_in(written: bytes) -> bytes:
    """Return the frames of the bot's own file, with a line above them; empty without any.

    The frames below them are calls of the server that led there. They are the only ones between two moves.
    """
    ours = _OURS.search(written)
    frames = _FRAME.findall(written[: ours.start()] if ours else written)
    if not frames:
        return b""
    more = [b"  ..."] if frames[MOST_FRAMES:] else []
    return b"\n".join([_STACK_HEAD + frames[0], *frames[1:MOST_FRAMES], *more, b""])


class Process:
    """The child process, started and isolated when it is made. End it with `end`.

    The thread that makes it must outlive it, since the kernel kills it with that thread. Raise SandboxFailed.
    """

    def __init__(self, start: Start, game: str, limits: Limits) -> None:
        self.log = Log(limits.log)
        self.spent = 0.0  # seconds of processor time since it was ready
        self.elapsed = 0.0  # seconds on the wall's clock, without those in which it waited for a processor
        self._limits = limits
        self._from_the_start = self._mark = 0.0  # what the meter read when it was ready, and at its last answer
        self._unsent = memoryview(b"")  # a part of a question, which may have 32 MB
        self._line = b""
        self._is_stopped = False  # its time was up: nothing that it uses or writes afterwards is kept
        self._is_over = True  # until there is something to end
        self._poll = select.poll()
        try:
            self._begin(start(game, limits))
        except OSError as error:  # no process, no descriptor, no memory
            raise SandboxFailed(f"The machine could not start a sandbox: {error}") from error

    def ask(self, question: tuple[Any, ...], allowance: Allowance, stated: frozenset[str] = CHOOSING) -> int:
        """Return the index that it answers. Raise BotFault, or SandboxFailed when somebody else ended it.

        Processor time since its last answer counts towards the allowance.
        """
        request = os.urandom(8).hex()
        try:
            self._send(frame((request, *question)))
            line = self._read_answer(allowance)
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
        """Kill it if it lives, and wait for its end. Idempotent.

        A worker's time limit is an exception that a signal may raise anywhere, once: the interrupted end is repeated.
        """
        try:
            self._end()
        except BaseException:
            self._end()
            raise

    def __del__(self) -> None:
        """End a program that was forgotten because `end` was interrupted."""
        self._end()

    def _end(self) -> None:
        if self._is_over:
            return
        self._child.kill()
        with ExitStack() as closing:
            closing.callback(self._child.close)
            closing.callback(self._meter.close)
            closing.callback(self._clock.close)
            if not self._is_stopped and not self._child.errors.closed:
                with suppress(BotFault):
                    self._read_errors()
        self._is_over = True

    def _begin(self, child: Child) -> None:
        self._child = child
        self._meter, self._clock = Meter(child.pid), ServerClock()
        self._to, self._from, self._errors = child.questions.fileno(), child.answers.fileno(), child.errors.fileno()
        self._is_over = False
        with ExitStack() as undo:
            undo.callback(self.end)
            for stream in (self._to, self._from, self._errors):
                os.set_blocking(stream, False)
            for stream in (self._from, self._errors):
                self._poll.register(stream, select.POLLIN)
            self._become_ready()
            self._from_the_start = self._mark = self._meter.used()
            undo.pop_all()

    def _become_ready(self) -> None:
        """Wait until it is ready; until then nothing is a bot's fault, since there is no bot yet."""
        ends = time.monotonic() + spawn.START_SECONDS
        line: bytes | None = None
        with suppress(BrokenPipeError, BotFault):
            while line is None and (left := ends - time.monotonic()) > 0:
                line = self._read_ready(left)
        if line != READY:
            self.end()
            raise SandboxFailed(f"The sandbox was not ready: {self.log.text.strip() or 'it said nothing'}")

    def _count(self) -> None:
        """Count processor time since its last answer; nothing counts after its time ran out."""
        if self._is_stopped:
            return
        used = self._meter.used()
        self.spent += used - self._mark
        self._mark = used

    def _read_answer(self, allowance: Allowance) -> bytes:
        """Return the line that it writes within its time; empty at its end. Raise BotFault.

        Elapsed time counts in slices that were waited for, so that stopping the worker costs the bot nothing; neither
        does time in which the bot or the server waits for a processor.
        """
        seconds = allowance.seconds
        line = self._read_ready(min(max(seconds, 0.001), _MOMENT))
        before, delayed = self.elapsed, self._meter.delay()
        waited = 0.0
        while line is None:
            used = self._meter.used() - self._mark
            left = seconds - used
            if left <= 0:
                raise self._out_of_time(allowance.exceeded(used))
            if self.elapsed >= (most := self._most_waiting()):
                raise self._out_of_time(exceeded(ELAPSED_LIMIT, self.elapsed, most))
            if waited >= _UTMOST:
                raise self._out_of_time(message("No answer came within {seconds} s.", seconds=round(_UTMOST)))
            pause = min(max(left, 0.001), _SLICE)
            began = self._clock.read()
            line = self._read_ready(pause)
            waited += min(self._clock.read() - began, pause)
            self.elapsed = before + max(0.0, waited - (self._meter.delay() - delayed))
        return line

    def _most_waiting(self) -> float:
        """Return the elapsed seconds allowed so far, by the processor time used."""
        limits, used = self._limits, self._meter.used() - self._from_the_start
        return min(limits.patience * used + limits.rest, limits.wall)

    def _out_of_time(self, detail: str) -> BotFault:
        """Return a fault with its detail, after adding to the log where the program is, as it reports itself."""
        self._count()
        self._is_stopped = True
        with suppress(BlockingIOError):
            self.log.add(os.read(self._errors, _LONGEST_READ))
        if STACK_SIGNAL is not None:
            self._child.send_signal(STACK_SIGNAL)
            self.log.add(read_stack(self._errors))
        return BotFault("timeout", detail=detail)

    def _read_ready(self, seconds: float) -> bytes | None:
        """Return a whole line, or an empty one at the end; None if there is none yet. Raise BotFault for a flood."""
        for stream, _ in self._poll.poll(seconds * 1000):
            if stream == self._to:
                self._send()
            elif stream == self._errors:
                self._read_errors()
            elif (line := self._read_line()) is not None:
                return line
        return None

    def _send(self, more: bytes = b"") -> None:
        """Write as much as it takes now; the rest is sent when it has read. It may never read, and nothing blocks."""
        waited = bool(self._unsent)
        if more:
            self._unsent = memoryview(bytes(self._unsent) + more)
        with suppress(BlockingIOError):
            self._unsent = self._unsent[os.write(self._to, self._unsent) :]
        if self._unsent and not waited:
            self._poll.register(self._to, select.POLLOUT)
        if waited and not self._unsent:
            self._poll.unregister(self._to)

    def _read_line(self) -> bytes | None:
        try:
            more = os.read(self._from, LONGEST_LINE + 1)
        except BlockingIOError:  # it reopened its end and read its own output
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
            detail = message(
                "It printed {printed} bytes in this match, {more} more than the limit of {most}.",
                printed=f"{printed:,}", more=f"{printed - most:,}", most=f"{most:,}",
            )  # fmt: skip
            raise BotFault("flood", message("It printed too much."), detail=detail)

    def _why_it_ended(self) -> BotFault | SandboxFailed:
        ended = self._child.wait(END_SECONDS)
        if ended is None:
            return BotFault("crash")  # it closed its pipe, and lives on until it is ended
        if ended.status == -signal.SIGXCPU or ended.used >= self._limits.match:
            return BotFault("timeout")
        if ended.status == -signal.SIGKILL:  # none but the machine can, for want of memory or by an operator's hand
            return SandboxFailed("The sandbox was killed from outside.")
        return BotFault("crash")
