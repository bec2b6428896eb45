"""A match with programs of strangers is put away for what must not wait behind it, and played anew afterwards."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from billiard import current_process

from games.matches.strategies import is_check_waiting

Pressing = Callable[[], bool]

SECONDS: Final = 0.2  # between two looks, for they are asked for at every choice


def something_presses() -> bool:
    """Whether this process is to put its match away: the first of a worker, for one is enough, and nobody else."""
    return getattr(current_process(), "index", None) == 0 and is_check_waiting()


def nothing_presses() -> bool:
    """Matches of the house's own bots give way to nothing: they are short."""
    return False


class Seldom:
    """Asks the same a few times a second, however often it is asked."""

    def __init__(self, ask: Pressing) -> None:
        self._ask = ask
        self._next = 0.0

    def __call__(self) -> bool:
        """The answer where it is time to ask; else no."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + SECONDS
        return self._ask()
