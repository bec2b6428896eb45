"""A seat that a local program has: it speaks the protocol of remote bots over standard input and output.

The seat is written `cmd:COMMAND`, such as `cmd:./mybot` or `cmd:node mybot.js`. The program runs without a sandbox, as
its author's own. Lines and answers are those of docs/remote-bots.md, without pings.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from types import TracebackType
from typing import IO, Any, Final, Self

from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import OptionError
from engine.core.game import Event, OptionValue
from engine.core.strict_json import refuse_number, strict_decoder
from engine.sandbox.faults import BotFault

PREFIX: Final = "cmd:"
MATCH_SECONDS: Final = 60.0  # as a remote bot has on the site beside one other at most
_LEAVE_SECONDS: Final = 2.0
_DECODER: Final = strict_decoder(9, parse_float=refuse_number)
_LONGEST_LOG: Final = 20_000


class CommandBot:
    """A context manager for one match, as a `SeatedProgram`. Choosing raises BotFault."""

    version = 1
    summary = "A local program."

    def __init__(self, command: str, *, game: str, options: Mapping[str, OptionValue], seats: int, seat: int) -> None:
        self.slug = command
        self.games: tuple[str, ...] = (game,)
        self.decisions = 0
        self.slowest = self.spent = 0.0
        self._arguments = arguments_of(command)
        self._start = {"match": "local", "game": game, "options": dict(options), "seats": seats, "seat": seat}
        self._program: subprocess.Popen[str] | None = None
        self._lines: SimpleQueue[str] = SimpleQueue()  # an empty one is the end of its output
        self.log = ""  # the end of its standard error, once it has ended
        self._fault = ""

    def __enter__(self) -> Self:
        """Start the program. Raise OptionError if there is no such command."""
        pipe = subprocess.PIPE
        self._errors = TemporaryFile()
        try:
            self._program = subprocess.Popen(
                self._arguments, stdin=pipe, stdout=pipe, stderr=self._errors, start_new_session=True,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as error:
            self._errors.close()
            raise OptionError(f"{self.slug} cannot be started: {error.strerror}.", bot=self.slug) from error
        threading.Thread(target=self._read, args=(self._program.stdout,), daemon=True).start()
        milliseconds = round(MATCH_SECONDS * 1000)
        self._write(type="hello", protocol=1, bot="local")
        self._write(type="start", **self._start, milliseconds=milliseconds, away_milliseconds=milliseconds)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        program, self._program = self._program, None
        if program is None or program.stdin is None:
            return
        with suppress(OSError):
            program.stdin.write(_line(type="end", match="local", fault=self._fault, stopped=False))
            program.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            program.wait(0 if self._fault else _LEAVE_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)  # what it started has its process group
        program.wait()
        with self._errors as errors:
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4 * _LONGEST_LOG))
            self.log = errors.read().decode("utf-8", "replace")[-_LONGEST_LOG:]

    def choose(self, view: Any, legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        """Return one of `legal`. Raise BotFault."""
        self.decisions += 1
        begun, left = monotonic(), round((MATCH_SECONDS - self.spent) * 1000)
        moves = [list(move) for move in legal]
        try:
            self._write(
                type="move", id=str(self.decisions), match="local", number=self.decisions,
                view=registry.game(self.games[0]).view_to_json(view), legal=moves,
                milliseconds=left, match_milliseconds=left,
            )  # fmt: skip
            return legal[self._answer(moves, begun + left / 1000)]
        except BotFault as fault:
            self._fault = fault.sentence
            raise
        finally:
            took = monotonic() - begun
            self.spent += took
            self.slowest = max(self.slowest, took)

    def _answer(self, moves: Sequence[Sequence[int]], ends: float) -> int:
        """Return the index of the move that it answers until then; other lines are passed over."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, ends - monotonic()))
            except Empty:
                raise BotFault("timeout", detail=f"It has {MATCH_SECONDS:.0f} s for a match.") from None
            if not line:
                raise BotFault("crash", detail=self._ending())
            try:
                answer = _DECODER.decode(line)
            except (ValueError, RecursionError):
                raise BotFault("illegal", detail=f"Its line is not JSON: {line[:200]!r}") from None
            if isinstance(answer, dict) and answer.get("id") == str(self.decisions):
                return _index_of(answer.get("move"), moves)

    def _ending(self) -> str:
        """Return how the program ended, once its output has ended."""
        with suppress(subprocess.TimeoutExpired):
            if self._program is not None:
                return f"The program ended with exit status {self._program.wait(_LEAVE_SECONDS)}."
        return "Its output ended."

    def _write(self, **members: object) -> None:
        if self._program is not None and self._program.stdin is not None:
            with suppress(BrokenPipeError):  # the end of its output says so
                self._program.stdin.write(_line(**members))
                self._program.stdin.flush()

    def _read(self, output: IO[str]) -> None:
        try:
            with output:
                for line in output:
                    if line.strip():
                        self._lines.put(line)
        finally:
            self._lines.put("")


def arguments_of(command: str) -> list[str]:
    """Return the program and its arguments. Raise OptionError if there is none, or for an open quote."""
    with suppress(ValueError):
        if arguments := shlex.split(command.removeprefix(PREFIX)):
            return arguments
    raise OptionError(f"{command} names no program. Example: {PREFIX}node mybot.js.", bot=command)


def _line(**members: object) -> str:
    return f"{json.dumps(members)}\n"


def _index_of(move: object, moves: Sequence[Sequence[int]]) -> int:
    """Return the index of a move that is written as its index or in full. Raise BotFault for another."""
    if type(move) is int and 0 <= move < len(moves):
        return move
    if isinstance(move, list) and all(type(number) is int for number in move) and move in moves:
        return moves.index(move)
    raise BotFault("illegal", detail=f"It answered {move!r}.")
