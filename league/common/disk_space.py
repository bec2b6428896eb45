"""Free disk space: whether writing is allowed, and the refusal if it is not."""

import errno
import shutil
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from psycopg.errors import DiskFull

from league.common.errors import Unavailable

NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


class NoSpace(Unavailable):
    """The disk is full; pages can still be read."""

    status = 507
    code = "no-space"
    retry_after = 60


class Space(NamedTuple):
    """The size of a volume, and what of it is free, in bytes."""

    size: int
    free: int


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
