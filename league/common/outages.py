"""Outages and full disks as opposed to bugs: the database or Redis does not respond, or nothing can be written."""

import errno
import shutil
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError
from psycopg.errors import DiskFull
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError as RedisFull
from redis.exceptions import TimeoutError as RedisTimeout

from league.common.errors import Unavailable

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool


OUTAGES = (OperationalError, InterfaceError, RedisConnectionError, RedisTimeout, RedisFull, BrokerError)
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


def is_outage(error: BaseException | None) -> bool:
    """Return whether the error is an outage: the request can be repeated in a few seconds."""
    return isinstance(error, OUTAGES)


def outage_message() -> str:
    """Return the message of the error page; another one if the disk is full, since then no service can restart."""
    if not has_space():
        return _(
            "The disk of the server is full, and the database or Redis does not respond. "
            "Tell the site admin, and try again later."
        )
    return _(
        "Moothill is not available for a moment. Try again in a few seconds. If you sent an entry, check whether it "
        "was saved; otherwise send it again."
    )


_checking = Lock()


def forget_broken_connections() -> None:
    """Remove connections that a restart of the database broke from the pool, in a thread of its own.

    A page that gets broken connections tries one after the other, with growing pauses, until it fails. The page does
    not wait for this: a database that does not respond must not delay the error page.
    """
    pool: ConnectionPool | None = getattr(connection, "pool", None)
    if pool is not None and _checking.acquire(blocking=False):
        Thread(target=_check_pool, args=[pool], daemon=True).start()


def _check_pool(pool: "ConnectionPool") -> None:
    try:
        pool.check()
    finally:
        _checking.release()


class NoSpace(Unavailable):
    """The disk is full; pages can still be read."""

    status = 507
    retry_after = 60


class Space(NamedTuple):
    """The size of a volume and its free space, in bytes."""

    size: int
    free: int

    @property
    def is_scarce(self) -> bool:
        """Whether less than a tenth of it is free."""
        return self.free * 10 < self.size


def space() -> Space:
    """Return the space of the volume with the data; for a missing folder, of the volume where it would be created."""
    folder = Path(settings.VOLUME).absolute()
    usage = shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists()))
    return Space(usage.total, usage.free)


def has_space() -> bool:
    """Return whether enough is free for PostgreSQL's write-ahead log."""
    return bool(space().free >= settings.LEAST_FREE)


def no_space() -> NoSpace:
    """Return the refusal to write."""
    return NoSpace(
        _("The disk of the server is full. Your changes were not saved. Tell the site admin, and try again later.")
    )


def is_no_space(error: BaseException | None) -> bool:
    """Return whether a full disk caused the error: in PostgreSQL, or when writing a file."""
    while error is not None:
        if isinstance(error, DiskFull) or (isinstance(error, OSError) and error.errno in NO_SPACE):
            return True
        error = error.__cause__
    return False
