"""Slots for requests in which bots think: few at once, so that other pages find free threads and connections."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from games.play.errors import TooBusy

AT_ONCE: Final = max(1, settings.WEB_THREADS // 2)  # of the threads of a web process
PATIENCE: Final = 3.0  # seconds that a request waits for a slot

_slots = BoundedSemaphore(AT_ONCE)
_waiting = BoundedSemaphore(1)


@contextmanager
def bot_slot() -> Iterator[None]:
    """Hold one of the slots; one more request may wait, without a database connection. Raise `TooBusy`."""
    if not _slots.acquire(blocking=False):
        _wait_for_slot()
    try:
        yield
    finally:
        _slots.release()


def _wait_for_slot() -> None:
    refusal = TooBusy(_("The server is busy and did nothing. Try again in a moment."))
    if not _waiting.acquire(blocking=False):
        raise refusal
    try:
        if not connection.in_atomic_block:
            connection.close()  # back to the pool; the next query takes another
        if not _slots.acquire(timeout=PATIENCE):
            raise refusal
    finally:
        _waiting.release()
