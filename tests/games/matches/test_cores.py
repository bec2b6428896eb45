"""A worker's process that runs programs stays on one core for a match; no other process of ours does."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from billiard import Process, SimpleQueue

from games.matches.worker import pin_to_core

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system lets a process choose its cores")

CORES = os.sched_getaffinity(0) if sys.platform == "linux" else set()
SECONDS = 30.0  # for a machine that is busy


def told_by_a_workers_process(find: Callable[[], Any], number: int = 0) -> Any:
    """Return the result of `find` in the worker's process of that number."""
    told: Any = SimpleQueue()

    def run() -> None:
        found = None
        try:
            found = find()
        finally:
            told.put(found)

    process: Any = Process(target=run)
    process.index = number
    process.start()
    found = told.get()
    process.join()
    return found


def stays() -> set[int]:
    """Return the cores that the process may use after it was pinned to one."""
    pin_to_core()
    return os.sched_getaffinity(0)


@pytest.fixture
def busy_core() -> Iterator[int]:
    """The core on which another worker's process plays a match that does not end."""
    told: Any = SimpleQueue()

    def run() -> None:
        told.put(stays().pop())
        while True:
            pass

    process: Any = Process(target=run)
    process.index = 0
    process.start()
    yield told.get()
    process.terminate()
    process.join()


def test_it_stays_on_one_of_its_cores() -> None:
    (core,) = told_by_a_workers_process(stays)
    assert core in CORES


@pytest.mark.skipif(len(CORES) < 2, reason="there is one core alone")
def test_the_first_process_of_a_second_worker_goes_where_there_is_room(busy_core: int) -> None:
    deadline = time.monotonic() + SECONDS
    while (found := told_by_a_workers_process(stays).pop()) == busy_core and time.monotonic() < deadline:
        pass
    assert found != busy_core


@pytest.mark.skipif(len(CORES) < 2, reason="there is one core alone")
def test_for_the_next_match_it_may_go_elsewhere() -> None:
    def goes_elsewhere() -> bool:
        """Whether it left its first core once others were at work there."""
        first, deadline = stays(), time.monotonic() + SECONDS
        others = [
            subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(2)
        ]  # stay there too
        try:
            while (now := stays()) == first and time.monotonic() < deadline:
                pass
        finally:
            for other in others:
                other.kill()
                other.wait()
        return now != first

    assert told_by_a_workers_process(goes_elsewhere)


def test_all_threads_of_the_process_go_along() -> None:
    def with_a_thread() -> list[set[int]]:
        over = threading.Event()
        thread = threading.Thread(target=over.wait)
        thread.start()
        pin_to_core()
        found = [os.sched_getaffinity(each) for each in (0, thread.native_id or 0)]
        over.set()
        thread.join()
        return found

    its, the_clerks = told_by_a_workers_process(with_a_thread)
    assert (its, len(its)) == (the_clerks, 1)


def test_whoever_is_no_process_of_a_worker_goes_where_it_likes() -> None:
    before = os.sched_getaffinity(0)
    pin_to_core()
    assert os.sched_getaffinity(0) == before


def test_where_the_machine_lets_nobody_choose_a_core_matches_are_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    before = os.sched_getaffinity(0)
    monkeypatch.setattr(os, "sched_setaffinity", refuse)
    assert told_by_a_workers_process(stays) == before
