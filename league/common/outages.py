"""Distinguish an outage from a bug: the database or Redis does not answer, or Redis is full."""

from threading import Lock, Thread
from typing import TYPE_CHECKING

from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import OutOfMemoryError as RedisFull
from redis.exceptions import TimeoutError as RedisSilent

from league.common.disk_space import has_space

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool


ABSENCES = (OperationalError, InterfaceError, RedisAway, RedisSilent, RedisFull, BrokerAway)


def is_absence(error: BaseException | None) -> bool:
    """Return whether the error is an outage: the request can be repeated in a few seconds."""
    return isinstance(error, ABSENCES)


def sentence_of_absence() -> str:
    """Return the message of the error page; another one if the disk is full, since then no service can restart."""
    if not has_space():
        return _(
            "The disk of the server is full, and the database or Redis does not respond. "
            "Tell the site admin, and try again later."
        )
    return _("The database or Redis does not respond. No data is lost. Try again in a few seconds.")


_looking = Lock()


def forget_broken_connections() -> None:
    """Sort out what a restart of the database broke of the web server's pool, so that the next page is there again.

    A page that meets broken connections tries one after the other, ever more slowly, and gives up before it is through.
    This happens beside the page: a database that is silent must not hold up the answer that says so.
    """
    pool: ConnectionPool | None = getattr(connection, "pool", None)
    if pool is not None and _looking.acquire(blocking=False):
        Thread(target=_look_through, args=[pool], daemon=True).start()


def _look_through(pool: "ConnectionPool") -> None:
    try:
        pool.check()
    finally:
        _looking.release()
