"""A bot file (Python or zip) at a seat: a bot whose choices are made in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Any, Self

from engine.core.bot import Budget
from engine.core.game import Event
from engine.sandbox.child import Start
from engine.sandbox.faults import BotFault
from engine.sandbox.limits import LOADING_LIMIT, MATCH_LIMIT, MOVE_LIMIT, Allowance, Limits, size_limit
from engine.sandbox.process import Process
from engine.sandbox.wire import LOADING


class SeatedBot:
    """A bot to be entered for one match and left afterwards, which ends its process.

    Entering raises BotFault when the file cannot be loaded, and SandboxFailed when the machine cannot run it; choosing
    raises the same. Do not ask it again after a fault.
    """

    version = 1
    summary = "An author's file."

    def __init__(
        self, source: bytes, *, game: str, start: Start, limits: Limits | None = None, slug: str = "bot"
    ) -> None:
        self.slug = slug
        self.games: tuple[str, ...] = (game,)
        self.decisions = 0
        self.slowest = 0.0  # seconds of processor time of its slowest choice
        self._source = source
        self._game = game
        self._start = start
        self._limits = limits or Limits()
        self._process: Process | None = None
        self._is_asked_first = True

    def __enter__(self) -> Self:
        if len(self._source) > size_limit(self._source):
            raise BotFault("load")
        with ExitStack() as undo:
            self._process = Process(self._start, self._game, self._limits)
            undo.callback(self._process.end)
            self._process.ask((self._source,), Allowance(self._limits.load, LOADING_LIMIT), LOADING)
            undo.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process:
            self._process.end()

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return one of `legal`. Raise BotFault or SandboxFailed.

        The bot's own generator continues from the state of `rng` at its first choice. Without milliseconds in the
        budget, the bot gets those of its limits. A choice at which it fails counts like the others.
        """
        process = self._entered()
        before = process.spent
        left = max(0.0, self._limits.match - before)
        self.decisions += 1
        luck = rng.getstate() if self._is_asked_first else None
        self._is_asked_first = False
        allowance = Allowance(self._limits.move, MOVE_LIMIT, number=self.decisions)
        if left < allowance.seconds:
            allowance = Allowance(left, MATCH_LIMIT, before)
        milliseconds = budget.milliseconds or int(allowance.seconds * 1000)
        question = (tuple(view), list(legal), budget.playouts, milliseconds, int(left * 1000), luck)
        try:
            index = process.ask(question, allowance)
        finally:
            self.slowest = max(self.slowest, process.spent - before)
        if index >= len(legal):
            raise BotFault("illegal")
        return legal[index]

    @property
    def log(self) -> str:
        """Its standard error, printed or raised; for its owner only."""
        return self._process.log.text if self._process else ""

    @property
    def spent(self) -> float:
        """Seconds of processor time since it was ready, with loading."""
        return self._process.spent if self._process else 0.0

    @property
    def elapsed(self) -> float:
        """Elapsed seconds that the server waited for it, without waiting for a processor."""
        return self._process.elapsed if self._process else 0.0

    def _entered(self) -> Process:
        if self._process is None:
            raise RuntimeError("Enter the seat first: with SeatedBot(...) as bot.")
        return self._process
