"""The clerk: one thread a process that talks to the database, so that a worker plays on while the database writes.

Its connection stays open from task to task; whoever uses it waits for a broken one by `patiently`.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import TypeVar

T = TypeVar("T")


def begin(step: Callable[[], T]) -> "Future[T]":
    """Have the clerk do it after what it has begun already; the answer comes with the future.

    What the clerk writes into the log tells of the task and the match at hand, as if the caller wrote it.
    """
    return _thread_of(os.getpid()).submit(copy_context().run, step)


def done(step: Callable[[], T]) -> T:
    """Have the clerk do it, and wait for the answer."""
    return begin(step).result()


@cache
def _thread_of(_process: int) -> ThreadPoolExecutor:
    """The clerk of this process; threads do not survive a fork."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="clerk")
