"""Keeps a match going when a bot fails: a stand-in of the house plays on, and the fault is noted.

A bot's fault is a result, never a reason to play again. A fault of the machine is the opposite, and passes through.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Event
from engine.core.record import Fault

STAND_IN = "wanderer"  # it plays every game, and favours nobody at the table
FAULTS_OF_THE_MACHINE = (SoftTimeLimitExceeded, MemoryError)
REASON_LENGTH = 400


class Guarded:
    """A bot at its seat, with its own budget. After its first fault the stand-in decides for it."""

    def __init__(self, bot: Bot, *, seat: int, playouts: int, seed: int, event_number: Callable[[], int]) -> None:
        self.slug = bot.slug
        self.version = bot.version
        self.summary = bot.summary
        self.games = bot.games
        self.fault: Fault | None = None
        self._bot = bot
        self._seat = seat
        self._budget = Budget(playouts=playouts) if playouts else None
        self._luck = Random(seed)
        self._event_number = event_number
        self._stand_in = registry.bot(STAND_IN)

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
        except Exception as crash:  # whatever a bot raises is its fault, and noted as such
            self._note(f"{self.slug} failed: {type(crash).__name__}: {crash}")
            return None
        if choice in legal:
            return choice
        self._note(f"{self.slug} chose {choice!r}, which it was not offered.")
        return None

    def _note(self, reason: str) -> None:
        self.fault = Fault(self._seat, self._event_number(), " ".join(reason.split())[:REASON_LENGTH])


def places_after(places: Sequence[int], offenders: frozenset[int]) -> tuple[int, ...]:
    """The places (1, 2, 2, 4) when whoever was at fault comes last and the others stand as they played."""
    others = sorted(place for seat, place in enumerate(places) if seat not in offenders)
    last = len(others) + 1
    return tuple(last if seat in offenders else others.index(place) + 1 for seat, place in enumerate(places))
