"""Hands: workers of one process without Celery, forked from the test, to be paused and killed at once."""

import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing import get_context

from django.db import connection, connections

from engine.core.bot import Bot
from games.matches.queueing import LeaseSettings
from games.matches.strategy_registry import strategy
from games.matches.worker import run_batch
from tests.chaos.mutations import without
from tests.chaos.witness import note_failure

FORK = get_context("fork")  # as Celery's own
PATIENCE = 60.0  # seconds

Find = Callable[[str], Bot]


class Hand:
    """A process that does one thing, known to the database by its name, perhaps without one safeguard."""

    def __init__(self, name: str, work: Callable[[], object], *, lacking: str = "") -> None:
        connection.close()  # a fork must not share the connection; the next query here opens another
        self.name = name
        self._process = FORK.Process(target=_live, args=(name, work, lacking))
        self._process.start()

    def pause(self) -> None:
        """Stop it where it is."""
        self._signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it, as `kill -9` does."""
        self._signal(signal.SIGKILL)
        self._process.join(PATIENCE)

    def join(self) -> None:
        """Wait for its end."""
        self._process.join(PATIENCE)
        assert self._process.exitcode is not None, f"{self.name} does not come to an end"

    def end(self) -> None:
        """Kill it, if it still lives."""
        if self._process.is_alive():
            self.kill()

    def _signal(self, which: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, which)


def plays(ids: Sequence[int], terms: LeaseSettings, find: Find = strategy) -> Callable[[], object]:
    """Return a function that plays a batch of matches."""
    return lambda: run_batch(ids, terms=terms, find=find)


def _live(name: str, work: Callable[[], object], lacking: str) -> None:
    # After a browser test an event loop runs in the parent but not here, so Django finds another connection than the
    # one closed above. It belongs to the parent: it is kept, so that it is not ended from here, and not used.
    _parents = connections["default"]
    del connections["default"]
    connection.settings_dict["OPTIONS"]["application_name"] = name
    if lacking:
        without(lacking)
    try:
        work()
    except Exception as error:  # the witness is told; a worker would log it and go on
        note_failure(name, error)
    finally:
        connection.close()
