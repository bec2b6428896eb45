"""Keeps a match going when a bot fails: a substitute bot plays on, and the fault is noted.

A bot's fault is a result, never a reason to play again. A fault of the machine is the opposite, and is raised. The same
on the server and on an author's own machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from types import TracebackType
from typing import Any, ClassVar, Final, Protocol, Self, runtime_checkable

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import CHANCE, Event, Game, State
from engine.core.match import Stop, Witness, play
from engine.core.options import OptionValue
from engine.core.record import Fault, Record
from engine.sandbox.faults import BotFault, SandboxFailed

SUBSTITUTE: Final = "wanderer"  # it plays every game, and favours nobody at the table
REASON_LENGTH: Final = 400


def play_guarded(
    game: Game,
    seats: Sequence[Bot],
    *,
    count: Count,
    secret: bytes,
    luck: bytes,
    options: Mapping[str, OptionValue] | None = None,
    names: Sequence[str] | None = None,
    on_event: Witness | None = None,
    stop: Stop | None = None,
) -> Record:
    """Play a match as `engine.core.match.play` does, and return its record with the faults of the guarded seats.

    `count` is the one whose numbers the guarded seats note. All programs are ended when it returns or raises. Raises
    SandboxFailed when the machine cannot run one.
    """
    guarded = [seat for seat in seats if isinstance(seat, Guarded)]
    with ExitStack() as table:
        for seat in guarded:
            table.enter_context(seat)
        witness = _both(count, on_event) if on_event else count
        record = play(game, seats, secret=secret, luck=luck, options=options, names=names, on_event=witness, stop=stop)
    return replace(record, faults=tuple(seat.fault for seat in guarded if seat.fault))


def places_after(places: Sequence[int], offenders: frozenset[int]) -> tuple[int, ...]:
    """Return the places (1, 2, 2, 4) with failed seats last and the others in their order."""
    others = sorted(place for seat, place in enumerate(places) if seat not in offenders)
    last = len(others) + 1
    return tuple(last if seat in offenders else others.index(place) + 1 for seat, place in enumerate(places))


class Count:
    """Counts the events and decisions of a match so far."""

    def __init__(self) -> None:
        self.events = self.decisions = 0

    def __call__(self, state: State, _event: Event) -> None:
        """Count one event."""
        self.events += 1
        self.decisions += state.turn != CHANCE

    def number_of_next(self) -> int:
        """Return the number of the next event, counted from 1."""
        return self.events + 1


@runtime_checkable
class SeatedProgram(Bot, Protocol):
    """An untrusted bot at its seat: entered for the match, measured until it is left."""

    @property
    def log(self) -> str:
        """Its output, for its owner only."""

    @property
    def decisions(self) -> int:
        """How often it chose."""

    @property
    def slowest(self) -> float:
        """Seconds of its slowest choice."""

    @property
    def spent(self) -> float:
        """Seconds of all its choices."""

    def __enter__(self) -> Self:
        """Start the program. Raise BotFault or SandboxFailed."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the program. Idempotent."""


class Guarded:
    """A bot at its seat, with its own budget. After its first fault a substitute decides for it.

    Enter an untrusted bot for the match: its process lives until the first fault, or until it is left.
    """

    faults_of_the_machine: ClassVar[tuple[type[Exception], ...]] = (MemoryError, SandboxFailed)

    def __init__(self, bot: Bot, *, seat: int, playouts: int, seed: int, event_number: Callable[[], int]) -> None:
        self.slug = bot.slug
        self.version = bot.version
        self.summary = bot.summary
        self.games = bot.games
        self.fault: Fault | None = None
        self.kind = ""  # of a program's fault, as in engine.sandbox.faults
        self.detail = ""  # what was measured of it, for its owner
        self.seat = seat
        self._bot = bot
        self._budget = Budget(playouts=playouts) if playouts else None
        self._luck = Random(seed)
        self._event_number = event_number
        self._stand_in = registry.bot(SUBSTITUTE)

    def __enter__(self) -> Self:
        if isinstance(self._bot, SeatedProgram):
            try:
                self._bot.__enter__()
            except BotFault as fault:
                self._note_program(fault)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(self._bot, SeatedProgram):
            self._bot.__exit__(kind, error, at)

    @property
    def program(self) -> SeatedProgram | None:
        """The untrusted bot at the seat, whose log and measures are for later; None for a built-in bot."""
        return self._bot if isinstance(self._bot, SeatedProgram) else None

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return one of `legal`, chosen by the bot until its first fault."""
        if self.fault is None:
            choice = self._asked(view, legal, self._budget or budget, rng)
            if choice is not None:
                return choice
        return self._stand_in.choose(view, legal, budget, self._luck)

    def _asked(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event | None:
        try:
            choice = self._bot.choose(view, list(legal), budget, rng)
        except self.faults_of_the_machine:
            raise
        except BotFault as fault:
            self._note_program(fault)
            return None
        except Exception as crash:  # any exception of a built-in bot is its fault
            if isinstance(self._bot, SeatedProgram):
                raise  # our own half of the seat broke: no result, and no word of the bot's may come into a record
            self._note(f"{self.slug} failed: {type(crash).__name__}: {crash}")
            return None
        if choice in legal:
            return choice
        self._note(f"{self.slug} chose {choice!r}, which it was not offered.")
        return None

    def _note_program(self, fault: BotFault) -> None:
        """Note a fault in our words; end its process now, since one that loops would take the time of the others."""
        self._note(fault.sentence)
        self.kind, self.detail = fault.kind, fault.detail
        self.__exit__(None, None, None)

    def _note(self, reason: str) -> None:
        self.fault = Fault(self.seat, self._event_number(), " ".join(reason.split())[:REASON_LENGTH])


def _both(count: Count, witness: Witness) -> Witness:
    def seen(state: State, event: Event) -> None:
        count(state, event)
        witness(state, event)

    return seen
