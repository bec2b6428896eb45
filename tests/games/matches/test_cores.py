"""A worker's process that runs programs stays on one core; no other process of ours does."""

import os
import sys
from typing import Any

import pytest
from billiard import Process, SimpleQueue

from games.matches.cores import stay_on_one_core

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system lets a process choose its cores")


def cores_of_a_workers_process(number: int) -> set[int]:
    """Where the process of that number is let run, after it was told twice to stay on one core."""
    told: Any = SimpleQueue()

    def run() -> None:
        try:
            for _ in range(2):
                stay_on_one_core()
        finally:
            told.put(os.sched_getaffinity(0))

    process: Any = Process(target=run)
    process.index = number
    process.start()
    found: set[int] = told.get()
    process.join()
    return found


def test_each_process_of_a_worker_has_a_core_of_its_own_as_long_as_there_are_enough() -> None:
    cores = sorted(os.sched_getaffinity(0))
    found = [cores_of_a_workers_process(number) for number in range(len(cores) + 1)]
    assert found == [{core} for core in [*reversed(cores), cores[-1]]]


def test_whoever_is_no_process_of_a_worker_goes_where_it_likes() -> None:
    before = os.sched_getaffinity(0)
    stay_on_one_core()
    assert os.sched_getaffinity(0) == before


def test_where_the_machine_lets_nobody_choose_a_core_matches_are_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    before = os.sched_getaffinity(0)
    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    assert cores_of_a_workers_process(0) == before
