"""Room to think: bots do so at few tables at once, so that every other page finds the database and the machine free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from games.play.errors import ManyPlay

AT_ONCE = max(1, settings.WEB_THREADS // 2)  # of the threads of a web process, which all pages share
PATIENCE = 3.0  # seconds that a request waits for a place

_places = BoundedSemaphore(AT_ONCE)
_waiting = BoundedSemaphore(1)


@contextmanager
def room_to_think() -> Iterator[None]:
    """Hold the place of one table; one more may wait for it, without a database connection. Raises `ManyPlay`."""
    if not _places.acquire(blocking=False):
        _wait()
    try:
        yield
    finally:
        _places.release()


def _wait() -> None:
    if not _waiting.acquire(blocking=False):
        raise _many()
    try:
        if not connection.in_atomic_block:
            connection.close()  # back to those that all pages share; the next question takes another
        if not _places.acquire(timeout=PATIENCE):
            raise _many()
    finally:
        _waiting.release()


def _many() -> ManyPlay:
    return ManyPlay(_("The server is busy and did not play your move. Try again in a moment."))
