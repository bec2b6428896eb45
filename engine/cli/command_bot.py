"""A seat played by a local program with the protocol of remote bots over standard input and output.

The seat is written `cmd:COMMAND`, such as `cmd:./mybot` or `cmd:node mybot.js`. The program runs without a sandbox, as
its author's own. Lines and answers are those of docs/remote-bots.md, without pings.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from types import TracebackType
from typing import IO, Any, Final, Self, cast

from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import OptionError
from engine.core.game import Event
from engine.core.options import OptionValue
from engine.core.strict_json import refuse_number, strict_decoder
from engine.sandbox.faults import BotFault

PREFIX: Final = "cmd:"
MATCH_SECONDS: Final = 60.0  # as a remote bot has on the site beside one other at most
MAX_LINE: Final = 100_000  # bytes of a line of the program
_EXIT_SECONDS: Final = 2.0  # for the program to exit by itself
_DECODER: Final = strict_decoder(9, parse_float=refuse_number)
_MAX_LOG: Final = 20_000  # characters
_READ_SIZE: Final = 65_536  # bytes


class CommandBot:
    """A context manager for one match, as a `SeatedProgram`. Choosing raises BotFault."""

    version = 1
    summary = "A local program."

    def __init__(
        self,
        command: str,
        *,
        game: str,
        options: Mapping[str, OptionValue],
        seats: int,
        seat: int,
        match_seconds: float = MATCH_SECONDS,
    ) -> None:
        self.slug = command
        self.games: tuple[str, ...] = (game,)
        self.decisions = 0
        self.slowest = self.spent = 0.0  # seconds
        self.log = ""  # the end of its standard error, once the match has ended
        self._match_seconds = match_seconds
        self._arguments = arguments_of(command)
        self._start = {"match": "local", "game": game, "options": dict(options), "seats": seats, "seat": seat}
        self._program: _Program | None = None
        self._fault = ""

    def __enter__(self) -> Self:
        """Start the program. Raise OptionError if there is no such command."""
        try:
            self._program = program = _Program(self._arguments)
        except OSError as error:
            raise OptionError(f"{self.slug} cannot be started: {error.strerror}.", bot=self.slug) from error
        milliseconds = round(self._match_seconds * 1000)
        deadline = monotonic() + self._match_seconds
        program.write(_line(type="hello", protocol=1, bot="local"), deadline)
        times = {"milliseconds": milliseconds, "away_milliseconds": milliseconds}
        program.write(_line(type="start", **self._start, **times), deadline)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        program, self._program = self._program, None
        if program is not None:
            end = _line(type="end", match="local", fault=self._fault, stopped=False)
            self.log = program.stop(end, 0 if self._fault else _EXIT_SECONDS)

    def choose(self, view: Any, legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        """Return one of `legal`. Raise BotFault."""
        if self._program is None:
            raise RuntimeError("The bot chooses within its context.")
        self.decisions += 1
        start = monotonic()
        remaining = self._match_seconds - self.spent
        milliseconds = round(remaining * 1000)
        moves = [list(move) for move in legal]
        question = _line(
            type="move", id=str(self.decisions), match="local", number=self.decisions,
            view=registry.game(self.games[0]).view_to_json(view), legal=moves,
            milliseconds=milliseconds, match_milliseconds=milliseconds,
        )  # fmt: skip
        try:
            self._program.write(question, start + remaining)
            return legal[_answer(self._program, str(self.decisions), moves, start + remaining)]
        except TimeoutError:
            fault = BotFault("timeout", detail=f"It has {self._match_seconds:g} s for a match.")
        except BotFault as error:
            fault = error
        finally:
            duration = monotonic() - start
            self.spent += duration
            self.slowest = max(self.slowest, duration)
        self._fault = fault.sentence
        raise fault


class _Program:
    """A running program with pipes. Only `write` and `read_line` wait for it, until their deadline at most."""

    def __init__(self, arguments: Sequence[str]) -> None:
        """Start the program. Raise OSError if that is not possible."""
        self._received = bytearray()
        with ExitStack() as stack:
            self._errors = stack.enter_context(TemporaryFile())
            self._process = subprocess.Popen(
                arguments, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                start_new_session=True,
            )  # fmt: skip
            stack.pop_all()  # `stop` closes the file
        self._input, self._output = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        os.set_blocking(self._input.fileno(), False)

    def write(self, line: bytes, deadline: float) -> None:
        """Send a line. Raise TimeoutError if the program has not read enough of its input before the deadline."""
        with suppress(BrokenPipeError):  # the end of its output says so
            while line:
                if not select.select([], [self._input], [], max(0.0, deadline - monotonic()))[1]:
                    raise TimeoutError
                line = line[os.write(self._input.fileno(), line) :]

    def read_line(self, deadline: float) -> bytes:
        """Return the next line with its end; b"" at the end of its output. Raise TimeoutError, or BotFault if too long.

        Output beyond the line waits in the pipe, which stops a program that prints without end.
        """
        while (end := self._received.find(b"\n") + 1) == 0:
            if len(self._received) > MAX_LINE:
                raise BotFault("illegal", detail=f"A line has more than {MAX_LINE:,} bytes.")
            if not select.select([self._output], [], [], max(0.0, deadline - monotonic()))[0]:
                raise TimeoutError
            piece = os.read(self._output.fileno(), _READ_SIZE)
            if not piece:
                end = len(self._received)
                break
            self._received += piece
        line = bytes(self._received[:end])
        del self._received[:end]
        return line

    def exit_status(self) -> int | None:
        """Return the exit status once its output has ended; None if it runs on."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_EXIT_SECONDS)
        return None

    def stop(self, last_line: bytes, seconds: float) -> str:
        """Send a last line, kill what still runs after the seconds, and return the end of its standard error."""
        with suppress(OSError), self._input:
            os.write(self._input.fileno(), last_line)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # what it started has its process group
        self._process.wait()
        self._output.close()
        with self._errors as errors:
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4 * _MAX_LOG))  # UTF-8: at most 4 bytes a character
            return errors.read().decode("utf-8", "replace")[-_MAX_LOG:]


def arguments_of(command: str) -> list[str]:
    """Return the program and its arguments. Raise OptionError if there is none, or for an open quote."""
    with suppress(ValueError):
        if arguments := shlex.split(command.removeprefix(PREFIX)):
            return arguments
    raise OptionError(f"{command} names no program. Example: {PREFIX}node mybot.js.", bot=command)


def _answer(program: _Program, question: str, moves: Sequence[Sequence[int]], deadline: float) -> int:
    """Return the index of the move that it answers; ignore other lines. Raise BotFault, TimeoutError."""
    while monotonic() < deadline:  # `read_line` does not look at the clock while lines are there
        line = program.read_line(deadline)
        if not line:
            status = program.exit_status()
            detail = "Its output ended." if status is None else f"The program ended with exit status {status}."
            raise BotFault("crash", detail=detail)
        text = line.decode("utf-8", "replace")
        if not text.strip():
            continue
        try:
            answer = _DECODER.decode(text)
        except (ValueError, RecursionError):
            raise BotFault("illegal", detail=f"Its line is not JSON: {text[:200]!r}") from None
        if isinstance(answer, dict) and answer.get("id") == question:
            return _index_of(answer.get("move"), moves)
    raise TimeoutError


def _line(**members: object) -> bytes:
    return f"{json.dumps(members)}\n".encode()


def _index_of(move: object, moves: Sequence[Sequence[int]]) -> int:
    """Return the index of a move that is written as its index or in full. Raise BotFault for another."""
    if type(move) is int and 0 <= move < len(moves):
        return move
    if isinstance(move, list) and all(type(number) is int for number in move) and move in moves:
        return moves.index(move)
    raise BotFault("illegal", detail=f"It answered {move!r}.")
