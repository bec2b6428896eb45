"""Bots that fail, dawdle or kill their worker, for workers with `--include tests.chaos.worker_additions`."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.core.bot import Bot, Budget
from engine.core.game import Event
from games.matches.strategy_registry import BotSource, register_bots

DOOR = "MOOTHILL_TEST_DOOR"
PACE = "MOOTHILL_TEST_PACE"

Choice = Callable[[Any, Sequence[Event], Budget, Random], Event]


class Odd:
    """A bot for any game that chooses moves with the given function."""

    version = 1
    summary = "For tests."
    games: tuple[str, ...] = ()

    def __init__(self, slug: str, choice: Choice) -> None:
        self.slug = slug
        self._choice = choice

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        return self._choice(view, legal, budget, rng)


def stumble(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    """Sooner or later choose what was not offered."""
    return (99, 99) if rng.random() < 0.3 else legal[0]


def crash(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    raise ZeroDivisionError("the crasher divided by zero")


def dawdle(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    """Take a fiftieth of a second, so that a match lasts long enough to be interrupted."""
    time.sleep(0.02)
    return legal[0]


def amble(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    """Choose at random and take a while: as many milliseconds as it has playouts, or less in a process in a hurry."""
    time.sleep((budget.playouts or 0) / 1000 * float(os.environ.get(PACE, "1")))
    return rng.choice(legal)


def wait_at_the_door(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    """Wait while the file named by the environment exists; then choose the first legal move."""
    while Path(os.environ.get(DOOR, "/nowhere")).exists():
        time.sleep(0.01)
    return legal[0]


def kill(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
    os.kill(os.getpid(), signal.SIGKILL)
    return legal[0]


CHOICES: dict[str, Choice] = {
    "stumbler": stumble,
    "crasher": crash,
    "dawdler": dawdle,
    "ambler": amble,
    "doorkeeper": wait_at_the_door,
    "killer": kill,
}
ODD: dict[str, Bot] = {slug: Odd(slug, choice) for slug, choice in CHOICES.items()}

register_bots(BotSource(find=ODD.get))
