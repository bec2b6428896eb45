"""The database thread of a worker process: it stores matches while the next ones are played."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from datetime import timedelta
from functools import cache
from time import monotonic, sleep
from typing import TypeVar

import structlog
from django.db import InterfaceError, OperationalError, connection

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # seconds

T = TypeVar("T")


def retry_database(step: Callable[[], T], *, patience: timedelta) -> T:
    """Return what `step` returns, retried while the database is away; after `patience` its error is raised.

    The step must be idempotent: the answer to a commit may be lost after the commit.
    """
    deadline = monotonic() + patience.total_seconds()
    pause = FIRST_PAUSE
    while True:
        try:
            return step()
        except (OperationalError, InterfaceError) as error:
            connection.close()  # the next try opens a new one
            if monotonic() > deadline:
                raise
            log.warning("the database is away; the worker waits", cause=str(error), seconds=pause)
        sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def submit_to_db_thread(step: Callable[[], T]) -> Future[T]:
    """Run the step in the database thread, after earlier ones, with the caller's log context."""
    return _thread_of(os.getpid()).submit(copy_context().run, step)


def run_in_db_thread(step: Callable[[], T]) -> T:
    """Run the step in the database thread, and wait for its result."""
    return submit_to_db_thread(step).result()


@cache
def _thread_of(_process: int) -> ThreadPoolExecutor:
    """The database thread of this process; threads do not survive a fork."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
