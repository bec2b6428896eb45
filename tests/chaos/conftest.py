"""Workers that know the odd bots, and lose patience within a second."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from league.conf.workbench import programs
from tests.games import odd_bots  # noqa: F401  (importing it makes the bots known here)
from tests.processes import Running, Starter

HASTE = {"MOOTHILL_MATCH_LEASE": "1", "MOOTHILL_MATCH_STALE": "0.2", "MOOTHILL_MATCH_ATTEMPTS": "4"}

Work = Callable[..., Running]


@pytest.fixture
def work(site_environment: dict[str, str], starter: Starter) -> Iterator[Work]:
    """Starts a worker on this test's database and Redis, and returns it when it takes tasks: `work(processes=2)`."""
    numbers = count(1)
    started: list[Running] = []

    def start(*, processes: int = 1, queues: str = "matches,ratings,mail", **env: str) -> Running:
        name = f"worker{next(numbers)}"
        child = programs.worker(name, site_environment | HASTE | env, queues=queues, processes=processes)
        running = starter.start(replace(child, argv=[*child.argv, "--include", "tests.games.odd_bots"]))
        started.append(running)
        running.wait_for_line(" ready.")
        return running

    yield start
    for running in started:
        running.kill()
