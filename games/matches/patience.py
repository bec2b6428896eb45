"""Waiting for a database that is away: a worker goes on where it was as soon as the database answers again."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import structlog
from django.db import InterfaceError, OperationalError, connection

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # seconds

T = TypeVar("T")


def patiently(step: Callable[[], T], *, patience: timedelta) -> T:
    """What `step` returns, tried again while the database is away; after `patience` its error is raised.

    The step must be harmless to repeat: the answer to a commit may have been lost after the commit.
    """
    deadline = time.monotonic() + patience.total_seconds()
    pause = FIRST_PAUSE
    while True:
        try:
            return step()
        except (OperationalError, InterfaceError) as error:
            connection.close()  # the next try opens a new one
            if time.monotonic() > deadline:
                raise
            log.warning("the database is away; the worker waits", cause=str(error), seconds=pause)
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
