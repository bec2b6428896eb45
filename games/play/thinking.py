"""Room to think: bots do so at few tables at once, so that every other page finds the database and the machine free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection
from django.utils.translation import gettext as _

from games.play.errors import ManyPlay

AT_ONCE = 4  # of one web process, which shares three times as many database connections
PATIENCE = 3.0  # seconds that a request waits for a place

_places = BoundedSemaphore(AT_ONCE)


@contextmanager
def room_to_think() -> Iterator[None]:
    """Hold the place of one table. Whoever waits for it holds no database connection meanwhile. Raises `ManyPlay`."""
    if not _places.acquire(blocking=False):
        _wait()
    try:
        yield
    finally:
        _places.release()


def _wait() -> None:
    if not connection.in_atomic_block:
        connection.close()  # back to those that all pages share; the next question takes another
    if not _places.acquire(timeout=PATIENCE):
        raise ManyPlay(_("Many games are being played at this moment, and nothing was changed. Try again in a moment."))
