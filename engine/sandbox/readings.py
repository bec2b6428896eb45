"""Reads what programs may read before any of them does, so that none leaves word by the time of a file's last reading.

Linux notes at the most once a day when a file was last read (`relatime`, mount(8)), and everybody sees it. What was
read here cannot be marked for a day. Bubblewrap needs nothing of it: what it binds to be read alone is not marked.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_DAY, _HOUR = 86_400.0, 3_600.0


class Readings:
    """Of some paths and all beneath them, and of the names in some folders. What came since is found in an hour."""

    def __init__(self, beneath: Iterable[str], listed: Iterable[str]) -> None:
        self._beneath = tuple(beneath)
        self._listed = tuple(listed)
        self._due = 0.0

    def freshen(self) -> None:
        """Read all of them again, once the first could be marked; else nothing happens."""
        now = time.time()
        if now < self._due:
            return
        read = [*map(_read_names, self._listed), *(at for path in self._beneath for at in _read(path))]
        self._due = min([now + _HOUR, *(at + _DAY for at in read if at > now - _DAY)])  # others bear no mark at all


def _read(path: str) -> Iterator[float]:
    """When it, and what lies beneath, is marked to have been read last, now that it was."""
    here = Path(path)
    folders = [path] if here.is_dir() and not here.is_symlink() else []
    if not folders:
        yield _read_file(path)
    while folders:
        folder = folders.pop()
        for entry in _entries(folder):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                yield _read_link(entry.path) if entry.is_symlink() else _read_file(entry.path)
        yield _read_names(folder)


def _read_file(path: str) -> float:
    with suppress(OSError):  # what we may not read, a program may not
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            os.read(descriptor, 1)
            return os.fstat(descriptor).st_atime
        finally:
            os.close(descriptor)
    return 0.0


def _read_link(path: str) -> float:
    with suppress(OSError):
        Path(path).readlink()
        return Path(path).lstat().st_atime
    return 0.0


def _read_names(folder: str) -> float:
    with suppress(OSError):
        _entries(folder)
        return Path(folder).stat().st_atime
    return 0.0


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        return list(entries)
    return []
