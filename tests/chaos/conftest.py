"""Workers that know the odd bots, and lose patience within a second."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest

from league.conf.launcher import process_specs
from tests.games import odd_bots  # noqa: F401  (importing it makes the bots known here)
from tests.processes import Running, Starter

if TYPE_CHECKING:
    from tests.chaos.forked_workers import Hand

HASTE = {"MOOTHILL_MATCH_LEASE": "1", "MOOTHILL_MATCH_STALE": "0.2", "MOOTHILL_MATCH_ATTEMPTS": "4"}

Work = Callable[..., Running]
Hire = Callable[..., "Hand"]


@pytest.fixture
def work(site_environment: dict[str, str], starter: Starter) -> Iterator[Work]:
    """Starts a worker on this test's database and Redis, and returns it when it takes tasks: `work(processes=2)`."""
    numbers = count(1)
    started: list[Running] = []

    def start(*, processes: int = 1, queues: str = "matches,ratings,mail", **env: str) -> Running:
        name = f"worker{next(numbers)}"
        child = process_specs.worker(name, site_environment | HASTE | env, queues=queues, processes=processes)
        running = starter.start(replace(child, argv=[*child.argv, "--include", "tests.chaos.worker_additions"]))
        started.append(running)
        running.wait_for_line(" ready.")
        return running

    yield start
    for running in started:
        running.kill()


@pytest.fixture
def watched(transactional_db: None, redis_url: str) -> Iterator[None]:
    """Records claims, stores and failures in the test's database."""
    from tests.chaos.witness import witness  # it needs Django set up

    with witness():
        yield


@pytest.fixture
def hire(transactional_db: None) -> Iterator[Hire]:
    """Starts hands, `hire(name, work, lacking="")`, and ends those that are left."""
    from tests.chaos.forked_workers import Hand  # it needs Django set up

    hands: list[Hand] = []

    def start(name: str, work: Callable[[], object], *, lacking: str = "") -> Hand:
        hands.append(Hand(name, work, lacking=lacking))
        return hands[-1]

    yield start
    for hand in hands:
        hand.end()
