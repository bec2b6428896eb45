"""What a sandbox may read: the interpreter, its standard library, the engine, and of installed packages only numpy."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import engine

_INSTALLED = ("site-packages", "dist-packages")
PACKAGES = ("numpy",)  # that bots may import where they are installed
_SYSTEM = ("/usr/lib", "/lib", "/lib64", "/usr/lib64")
_DAY, _HOUR = 86_400.0, 3_600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxPaths:
    """Absolute paths, links resolved."""

    interpreter: str
    engine: str
    library: tuple[str, ...]  # the folders of the standard library
    installed: tuple[str, ...]  # folders in them that are to be hidden
    shared: tuple[str, ...]  # shared libraries, and the system's folders of them
    packages: tuple[str, ...] = ()  # the folders of `PACKAGES` and of their shared libraries, all in one folder

    @property
    def root(self) -> str:
        """The folder of `engine`."""
        return str(Path(self.engine).parent)

    @property
    def readable(self) -> tuple[str, ...]:
        """Paths beneath which everything may be read: without installed packages, and without links to other places.

        Debian's Python has such a link, into `/etc`, which bubblewrap does not show.
        """
        entries = [entry for folder in self.library for entry in os.scandir(folder)]
        hidden = set(self.installed)
        ours = sorted(entry.path for entry in entries if entry.path not in hidden and not self._leads_out(entry))
        return (self.engine, *(path for folder in self.shared for path in self._readable_of(folder)), *ours)

    def _readable_of(self, shared: str) -> Iterator[str]:
        """Yield a shared library or folder; of one around the standard library (Fedora, Arch) its libraries alone."""
        if not any(Path(path).is_relative_to(shared) for path in self.library):
            yield shared
            return
        libraries = {Path(entry).resolve() for entry in os.scandir(shared) if ".so" in entry.name}
        yield from sorted(str(path) for path in libraries if path.is_file() and path.is_relative_to(shared))

    def _leads_out(self, entry: os.DirEntry[str]) -> bool:
        return entry.is_symlink() and not any(Path(entry).resolve().is_relative_to(path) for path in self.library)


@cache
def sandbox_paths() -> SandboxPaths:
    """Return the paths of this machine and interpreter."""
    library = {str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "platstdlib")}
    installed = [f"{folder}/{name}" for folder in library for name in _INSTALLED]
    return SandboxPaths(
        interpreter=str(Path(sys.executable).resolve()),
        engine=str(Path(engine.__file__ or "").resolve().parent),
        library=tuple(sorted(library)),
        installed=tuple(path for path in installed if Path(path).is_dir()),
        shared=tuple(sorted(_shared(library))),
        packages=tuple(_packages()),
    )


def _packages() -> Iterator[str]:
    """Yield the folder of each installed package of `PACKAGES`, and that of the libraries of its wheel."""
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec and spec.origin:
            folder = Path(spec.origin).resolve().parent
            yield from (str(path) for path in (folder, folder.with_name(f"{name}.libs")) if path.is_dir())


def _shared(library: set[str]) -> set[str]:
    """Return the system's folders of shared libraries, and the interpreter's libraries outside them."""
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []  # there are sandboxes on Linux alone
    loaded = {line.split(maxsplit=5)[5] for line in lines if ".so" in line}
    ours = {str(Path(path).resolve()) for path in loaded if _is_the_interpreters(path, library)}
    system = {str(Path(path).parent) for path in ours if path.startswith(_SYSTEM)}
    return system | {path for path in ours if not path.startswith(_SYSTEM)}


def _is_the_interpreters(path: str, library: set[str]) -> bool:
    if any(path.startswith(f"{folder}/") for folder in library):
        return False  # it is readable with the library
    return path.startswith((*_SYSTEM, f"{sys.base_prefix}/")) and not any(f"/{name}/" in path for name in _INSTALLED)


class AccessTimes:
    """Reads files before programs do, so that none can leave a message in the time of a file's last reading.

    Linux updates that time at most once a day (`relatime`, mount(8)), and everybody sees it. Files
    read here are not updated for a day. Bubblewrap needs none of this: its read-only mounts are not updated. New files
    are found in an hour.
    """

    def __init__(self, beneath: Iterable[str], listed: Iterable[str]) -> None:
        self._beneath = tuple(beneath)
        self._listed = tuple(listed)
        self._due = 0.0

    def freshen(self) -> None:
        """Read all files again, when the first could be updated."""
        now = time.time()
        if now < self._due:
            return
        read = [*map(_read_names, self._listed), *(at for path in self._beneath for at in _read(path))]
        self._due = min([now + _HOUR, *(at + _DAY for at in read if at > now - _DAY)])  # others bear no mark at all


def _read(path: str) -> Iterator[float]:
    """Read a path and all beneath it, and yield the times of the last reading."""
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
