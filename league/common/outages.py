"""Outages and full disks, told apart from bugs: the database or Redis does not answer, or nothing can be written."""

import errno
import shutil
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway
from psycopg.errors import DiskFull
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import OutOfMemoryError as RedisFull
from redis.exceptions import TimeoutError as RedisSilent

from league.common.errors import Unavailable

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool


ABSENCES = (OperationalError, InterfaceError, RedisAway, RedisSilent, RedisFull, BrokerAway)
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


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
    return _(
        "Moothill is not available for a moment. Try again in a few seconds. If you sent an entry, check whether it "
        "was saved; otherwise send it again."
    )


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


class NoSpace(Unavailable):
    """The disk is full; pages can still be read."""

    status = 507
    retry_after = 60


class Space(NamedTuple):
    """The size of a volume, and what of it is free, in bytes."""

    size: int
    free: int

    @property
    def is_scarce(self) -> bool:
        """Whether less than a tenth of it is free."""
        return self.free * 10 < self.size


def space() -> Space:
    """Return the space of the volume that fills. Of a folder that is not there: where it would be made."""
    folder = Path(settings.VOLUME).absolute()
    usage = shutil.disk_usage(next(each for each in (folder, *folder.parents) if each.exists()))
    return Space(usage.total, usage.free)


def has_space() -> bool:
    """Return whether so much is free that PostgreSQL's log of what changes can go on."""
    return bool(space().free >= settings.LEAST_FREE)


def no_space() -> NoSpace:
    """Return the refusal to write."""
    return NoSpace(
        _("The disk of the server is full. Your changes were not saved. Tell the site admin, and try again later.")
    )


def is_no_space(error: BaseException | None) -> bool:
    """Return whether an error came of a full disk: PostgreSQL's, or one of our own files."""
    while error is not None:
        if isinstance(error, DiskFull) or (isinstance(error, OSError) and error.errno in NO_SPACE):
            return True
        error = error.__cause__
    return False
