"""A remote bot at a table: each view is put on the exchange, and its answer waited for as long as its clock allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any, ClassVar, Self

from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import Event
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.limits import exceeded
from games.bots.remote import exchange, keys, scripts
from games.bots.remote.clock import Clock
from games.bots.remote.exchange import Look
from games.matches.strategies import Table, UntrustedStrategy

PATIENCE = 0.5  # seconds between two looks at a question


@dataclass(slots=True, kw_only=True)  # not frozen: a bot's attributes are plain ones by the engine's contract
class RemoteProgram(UntrustedStrategy):
    """A program elsewhere, not yet at a table."""

    is_remote: ClassVar[bool] = True

    slug: str
    games: tuple[str, ...]
    version: int = 1
    summary: str = "A program that plays from afar."

    def seated(self, table: Table) -> "RemoteSeat":
        """The bot for one match."""
        return RemoteSeat(self.slug.removeprefix(keys.PREFIX), table)


class RemoteSeat:
    """Enter it for one match, let it choose, leave it. It knows its own view, and nothing of who else is there.

    The match is called by a name of this seat's own, for that of its page leads to the names of all who play.
    """

    version = 1
    summary = "A program that plays from afar."

    def __init__(self, bot: str, table: Table) -> None:
        self.slug = keys.slug_of(bot)
        self.games: tuple[str, ...] = (table.game,)
        self.log = ""
        self.decisions = 0
        self._bot = bot
        self._table = table
        self._tables = [slug.removeprefix(keys.PREFIX) for slug in table.remote]
        self._clock = Clock(len(table.remote))
        self._match = keys.new_id()
        self._is_open = False
        self._question = ""
        self._fault = ""

    @property
    def slowest(self) -> float:
        """Seconds that its slowest choice took."""
        return self._clock.slowest

    @property
    def spent(self) -> float:
        """Seconds that it thought."""
        return self._clock.thought

    def __enter__(self) -> Self:
        table = self._table
        told = keys.line_of(
            type="start",
            match=self._match,
            game=table.game,
            options=dict(table.options),
            seats=table.seats,
            seat=table.seat,
            milliseconds=round(self._clock.bank * 1000),
            away_milliseconds=round(self._clock.most_away * 1000),
        )
        exchange.put(self._bot, self._match, told, life=scripts.NOTE)
        self._is_open = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not self._is_open:
            return
        self._is_open = False
        exchange.forget(self._bot, self._match, *([self._question] if self._question else []))
        told = keys.line_of(type="end", match=self._match, fault=self._fault, stopped=kind is not None)
        exchange.put(self._bot, keys.new_id(), told, life=scripts.AFTERWARDS)

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:  # noqa: ARG002  (a bot's shape; it has a clock and luck of its own)
        """One of `legal`. Raises BotFault for the bot's fault, SandboxFailed and RedisError for the machine's."""
        self._ask(view, legal)
        self.decisions += 1  # a choice at which it fails counts like the others, and so does its time
        try:
            seen = self._answered()
            if seen.choice < 0:
                raise BotFault("illegal")
        except BotFault as fault:
            self._fault = fault.sentence
            self._clock.end(0.0)
            raise
        self._question = ""
        return legal[seen.choice]

    def _ask(self, view: Any, legal: Sequence[Event]) -> None:
        self._question = keys.new_id()
        moves = [list(move) for move in legal]
        left = max(0, round(self._clock.left * 1000))
        told = keys.line_of(
            type="move",
            id=self._question,
            match=self._match,
            number=self.decisions + 1,
            view=registry.game(self._table.game).view_to_json(view),
            legal=moves,
            milliseconds=left,
            match_milliseconds=left,
        )
        now = exchange.put(self._bot, self._question, told, legal=moves, life=scripts.QUESTION)
        self._clock.begin(now)

    def _answered(self) -> Look:
        while True:
            exchange.wait(self._question, PATIENCE)
            seen = exchange.look(self._bot, self._question, self._tables)
            if not seen.is_there:
                raise SandboxFailed("Redis lost a question to a remote bot.")
            is_answered = seen.answered is not None
            self._clock.pass_to(seen.answered or seen.now, sent=seen.sent, is_here=seen.is_here or is_answered)
            if is_answered:
                self._clock.end(seen.lag)
            self._check_clock(seen)
            if is_answered:
                return seen

    def _check_clock(self, seen: Look) -> None:
        if self._clock.is_used_up:
            thought = self._clock.bank - self._clock.left
            raise BotFault("timeout", detail=exceeded("It thought for", "in the match", thought, self._clock.bank))
        if self._clock.was_away_too_long:
            if seen.went_silently:
                raise SandboxFailed("The web process that held a remote bot's stream went without a word.")
            raise BotFault(
                "away",
                detail=exceeded("It was away for", "in the match", self._clock.away, self._clock.most_away),
            )
