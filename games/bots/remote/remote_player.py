"""A remote bot at a table: its clock, and a strategy that puts each view into the mailbox and waits for the answer.

A remote bot sits at one table at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import TracebackType
from typing import Any, ClassVar, Final, Self

from django.conf import settings

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Event
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.limits import AWAY_LIMIT, THOUGHT_LIMIT, exceeded
from games.bots.remote import mailbox
from games.bots.remote.mailbox import (
    ENDED_SECONDS,
    QUESTION_SECONDS,
    START_SECONDS,
    QuestionState,
    line_of,
    new_id,
    slug_of,
)
from games.matches.claims import MESSAGE_FIELDS
from games.matches.models import Match, MatchSeat
from games.matches.queueing import QUEUE_MIXED, QUEUE_REMOTE, LeaseSettings, publish, queue_has_space
from games.matches.strategy_registry import REMOTE_PREFIX, Table, UntrustedStrategy, strategy
from games.matches.worker import run_batch

TABLE_LIMIT: Final = 120.0  # seconds of all remote seats of a table, so that a match ends well within its task
MOST_LATENCY: Final = 0.5  # seconds a move that are the network's, as far as its pings show them

LOOK_SECONDS = 0.5  # between two looks at a question


class Clock:
    """Thinking time of a bot; runs while it is connected and asked. Times are Redis' own, in seconds."""

    def __init__(self, remote_seats: int, *, is_absent: bool = False) -> None:
        most_away = settings.REMOTE_ABSENT_SECONDS if is_absent else settings.REMOTE_AWAY_SECONDS
        self.bank = min(settings.REMOTE_BANK_SECONDS, TABLE_LIMIT / remote_seats)
        self.most_away = min(most_away, TABLE_LIMIT / remote_seats)
        self.thought = self.away = 0.0
        self.slowest = 0.0
        self._last = 0.0
        self._move = 0.0

    def begin(self, now: float) -> None:
        """Start a question."""
        self._last, self._move = now, 0.0

    def pass_to(self, now: float, *, sent: float | None, is_connected: bool) -> None:
        """Count the time since the last look; `sent` is when the question was first written to an open stream."""
        since, self._last = self._last, max(self._last, now)
        if sent is None or not is_connected:
            self.away += self._last - since
        else:
            self.away += max(0.0, min(sent, self._last) - since)
            self._move += self._last - max(since, min(sent, self._last))

    def end(self, latency: float) -> None:
        """End a question; network latency does not count."""
        move = max(0.0, self._move - min(latency, MOST_LATENCY))
        self.thought += move
        self.slowest = max(self.slowest, move)
        self._move = 0.0

    @property
    def left(self) -> float:
        """The seconds left, without regard to the network."""
        return self.bank - self.thought - self._move

    @property
    def is_used_up(self) -> bool:
        """Whether it has thought for too long, the most that the network may take set aside."""
        return self.left < (-MOST_LATENCY if self._move else 0.0)

    @property
    def is_absent_too_long(self) -> bool:
        """Whether it let the table wait too long."""
        return self.away > self.most_away


@dataclass(slots=True, kw_only=True)  # not frozen: a bot's attributes are plain ones by the engine's contract
class RemoteProgram(UntrustedStrategy):
    """A remote bot, not seated yet."""

    is_remote: ClassVar[bool] = True

    slug: str
    games: tuple[str, ...]
    version: int = 1
    summary: str = "A program that plays from afar."
    token: str = ""  # of the table where it has a seat

    def seated(self, table: Table) -> "RemoteSeat":
        """Return the bot for one match."""
        return RemoteSeat(self.slug.removeprefix(REMOTE_PREFIX), table, self.token)


class RemoteSeat:
    """A context manager for one match. The bot sees its own view alone, and a private name of the match:

    the public id would lead to the names of all players.
    """

    version = 1
    summary = "A program that plays from afar."

    def __init__(self, bot: str, table: Table, token: str) -> None:
        self.slug = slug_of(bot)
        self.games: tuple[str, ...] = (table.game,)
        self.log = ""
        self.decisions = 0
        self._bot = bot
        self._table = table
        self._token = token
        self._seated_bots = [slug.removeprefix(REMOTE_PREFIX) for slug in table.remote]
        self._clock = Clock(len(table.remote), is_absent=table.is_absent)
        self._match = new_id()
        self._is_open = False
        self._question = ""
        self._fault = ""

    @property
    def slowest(self) -> float:
        """The duration of the slowest move in seconds."""
        return self._clock.slowest

    @property
    def spent(self) -> float:
        """The thinking time in seconds."""
        return self._clock.thought

    def __enter__(self) -> Self:
        table = self._table
        line = line_of(
            type="start",
            match=self._match,
            game=table.game,
            options=dict(table.options),
            seats=table.seats,
            seat=table.seat,
            milliseconds=round(self._clock.bank * 1000),
            away_milliseconds=round(self._clock.most_away * 1000),
        )
        mailbox.put(self._bot, self._match, line, life=START_SECONDS)
        self._is_open = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not self._is_open:
            return
        self._is_open = False
        mailbox.forget(self._bot, self._match, *([self._question] if self._question else []))
        line = line_of(type="end", match=self._match, fault=self._fault, stopped=kind is not None)
        mailbox.put(self._bot, new_id(), line, life=ENDED_SECONDS)

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:  # noqa: ARG002  (a bot's shape; it has a clock and luck of its own)
        """Return one of `legal`. Raise BotFault for the bot's fault, SandboxFailed and RedisError for the server's."""
        self._ask(view, legal)
        self.decisions += 1  # a choice at which it fails counts like the others, and so does its time
        try:
            question = self._wait_for_answer()
            if question.move_index < 0:
                raise BotFault("illegal")
        except BotFault as fault:
            self._fault = fault.sentence
            self._clock.end(0.0)
            raise
        self._question = ""
        return legal[question.move_index]

    def _ask(self, view: Any, legal: Sequence[Event]) -> None:
        self._question = new_id()
        moves = [list(move) for move in legal]
        left = max(0, round(self._clock.left * 1000))
        line = line_of(
            type="move",
            id=self._question,
            match=self._match,
            number=self.decisions + 1,
            view=registry.game(self._table.game).view_to_json(view),
            legal=moves,
            milliseconds=left,
            match_milliseconds=left,
        )
        now = mailbox.put(self._bot, self._question, line, legal=moves, life=QUESTION_SECONDS)
        self._clock.begin(now)

    def _wait_for_answer(self) -> QuestionState:
        while True:
            mailbox.wait(self._question, LOOK_SECONDS)
            question = mailbox.refresh_question(self._bot, self._question, self._seated_bots, self._token)
            if not question.exists:
                raise SandboxFailed("Redis lost a question to a remote bot.")
            if not question.is_seated:
                raise SandboxFailed("A remote bot lost its seat: its worker did not prolong it in time.")
            is_answered = question.answered is not None
            self._clock.pass_to(
                question.answered or question.now, sent=question.sent, is_connected=question.is_connected or is_answered
            )
            if is_answered:
                self._clock.end(question.latency)
            self._check_clock(question)
            if is_answered:
                return question

    def _check_clock(self, question: QuestionState) -> None:
        if self._clock.is_used_up:
            thought = self._clock.bank - self._clock.left
            raise BotFault("timeout", detail=exceeded(THOUGHT_LIMIT, thought, self._clock.bank))
        if self._clock.is_absent_too_long:
            if question.vanished:
                raise SandboxFailed("The web process that held a remote bot's stream went without a word.")
            raise BotFault("away", detail=exceeded(AWAY_LIMIT, self._clock.away, self._clock.most_away))


def run_remote(
    ids: Sequence[int], *, terms: LeaseSettings, find: Callable[[str], Bot] = strategy, has_sandbox: bool = False
) -> int:
    """Play the match if all its remote bots are free, and return how many were stored.

    Matches with uploaded bots, too, need a worker with a sandbox.
    """
    slugs = MatchSeat.objects.filter(match__in=ids, bot__startswith=REMOTE_PREFIX).values_list("bot", flat=True)
    bots = sorted({slug.removeprefix(REMOTE_PREFIX) for slug in slugs})
    token = new_id()
    if not mailbox.take_seats(bots, token):
        return 0
    try:
        stored = run_batch(
            ids,
            terms=terms,
            find=partial(_find_seated, find, token),
            is_remote=True,
            has_sandbox=has_sandbox,
            should_stop=partial(_lost_seats, bots, token),
        )
    finally:
        mailbox.leave_seats(bots, token)
    publish(_next_of(bots, terms))
    return stored


def _find_seated(find: Callable[[str], Bot], token: str, slug: str) -> Bot:
    """Return the bot with this slug; a remote bot gets the token of its table."""
    bot = find(slug)
    return replace(bot, token=token) if isinstance(bot, RemoteProgram) else bot


def _lost_seats(bots: Sequence[str], token: str) -> bool:
    """Keep the seats while other bots think, who may take longer than a seat is kept.

    Return whether a seat was lost all the same: then the match stops, since the bot may already play at another table.
    """
    return not mailbox.keep_seats(bots, token)


def _next_of(bots: Sequence[str], terms: LeaseSettings) -> list[Match]:
    """Return the match of each bot that waits longest: it may have been refused while the bot played another.

    One of each queue, so that no match waits for the worker of the other queue. A full queue gets no more.
    """
    matches: dict[int, Match] = {}
    for queue, needs_sandbox in ((QUEUE_REMOTE, False), (QUEUE_MIXED, True)):
        if queue_has_space(queue, terms.waiting_messages):
            queued = Match.objects.filter(status=Match.Status.QUEUED, needs_sandbox=needs_sandbox).order_by("pk")
            for bot in bots:
                oldest = queued.filter(seats__bot=slug_of(bot)).only(*MESSAGE_FIELDS)[:1]
                matches |= {match.pk: match for match in oldest}
    return list(matches.values())
