"""Keeps a match going when a bot fails: a stand-in of the house plays on, and the fault is noted.

A bot's fault is a result, never a reason to play again. A fault of the machine is the opposite, and passes through.
"""

from collections.abc import Callable, Sequence
from random import Random
from types import TracebackType
from typing import Any, Self

from celery.exceptions import SoftTimeLimitExceeded

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Event
from engine.core.record import Fault
from engine.sandbox.faults import BotFault, SandboxFailed
from games.matches.programs import Seated, SeatReport, report_of

STAND_IN = "wanderer"  # it plays every game, and favours nobody at the table
FAULTS_OF_THE_MACHINE = (SoftTimeLimitExceeded, MemoryError, SandboxFailed)
REASON_LENGTH = 400


class Guarded:
    """A bot at its seat, with its own budget. After its first fault the stand-in decides for it.

    Where the bot is a program of a stranger, enter it for the match: its process lives until the first fault, or until
    it is left.
    """

    def __init__(self, bot: Bot, *, seat: int, playouts: int, seed: int, event_number: Callable[[], int]) -> None:
        self.slug = bot.slug
        self.version = bot.version
        self.summary = bot.summary
        self.games = bot.games
        self.fault: Fault | None = None
        self._bot = bot
        self._kind = ""  # of a program's fault
        self._seat = seat
        self._budget = Budget(playouts=playouts) if playouts else None
        self._luck = Random(seed)
        self._event_number = event_number
        self._stand_in = registry.bot(STAND_IN)

    def __enter__(self) -> Self:
        if isinstance(self._bot, Seated):
            try:
                self._bot.__enter__()
            except BotFault as fault:
                self._note_program(fault)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(self._bot, Seated):
            self._bot.__exit__(kind, error, at)

    @property
    def report(self) -> SeatReport | None:
        """What a program did, once it has left; None for a bot of the house."""
        return report_of(self._seat, self._bot, self._kind) if isinstance(self._bot, Seated) else None

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """One of `legal`, the bot's choice as long as it makes any."""
        if self.fault is None:
            choice = self._asked(view, legal, self._budget or budget, rng)
            if choice is not None:
                return choice
        return self._stand_in.choose(view, legal, budget, self._luck)

    def _asked(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event | None:
        try:
            choice = self._bot.choose(view, list(legal), budget, rng)
        except FAULTS_OF_THE_MACHINE:
            raise
        except BotFault as fault:
            self._note_program(fault)
            return None
        except Exception as crash:  # whatever a bot of the house raises is its fault, and noted as such
            if isinstance(self._bot, Seated):
                raise  # our own half of the seat broke: no result, and no word of the bot's may come into a record
            self._note(f"{self.slug} failed: {type(crash).__name__}: {crash}")
            return None
        if choice in legal:
            return choice
        self._note(f"{self.slug} chose {choice!r}, which it was not offered.")
        return None

    def _note_program(self, fault: BotFault) -> None:
        """In our words alone; its process ends now, for one that loops would take the time of the others."""
        self._note(fault.sentence)
        self._kind = fault.kind
        self.__exit__(None, None, None)

    def _note(self, reason: str) -> None:
        self.fault = Fault(self._seat, self._event_number(), " ".join(reason.split())[:REASON_LENGTH])


def places_after(places: Sequence[int], offenders: frozenset[int]) -> tuple[int, ...]:
    """The places (1, 2, 2, 4) when whoever was at fault comes last and the others stand as they played."""
    others = sorted(place for seat, place in enumerate(places) if seat not in offenders)
    last = len(others) + 1
    return tuple(last if seat in offenders else others.index(place) + 1 for seat, place in enumerate(places))
