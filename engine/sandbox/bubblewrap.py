"""The command line of bubblewrap (bwrap(1)): namespaces of its own, and nothing to see but what can be read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.sandbox.places import Places

_LINKS = ("/lib", "/lib64", "/usr/lib64")  # where a loader is looked for, on a system that has merged them or not


def found() -> str | None:
    """Where the program lies; None without it."""
    return shutil.which("bwrap")


def wrapped(
    command: list[str], places: Places, environment: Mapping[str, str], *, bwrap: str, filter_fd: int, info_fd: int
) -> list[str]:
    """The command in a sandbox of bubblewrap. It writes the outer id of its process to `info_fd`."""
    return [
        bwrap,
        *("--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"),
        *("--hostname", "moothill"),
        *("--as-pid-1", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        *_bound(places),
        *("--remount-ro", "/", "--chdir", "/"),
        *("--seccomp", str(filter_fd), "--info-fd", str(info_fd)),
        *("--", *command),
    ]


def _bound(places: Places) -> Iterator[str]:
    for path in (places.interpreter, places.engine, *places.library, *places.shared):
        yield from ("--ro-bind", path, path)
    for path in places.installed:
        yield from ("--ro-bind", places.engine, path)  # hides it; the engine is there anyway
    for path in _LINKS:
        if Path(path).is_symlink():
            yield from ("--symlink", str(Path(path).readlink()), path)
        elif Path(path).is_dir() and path not in places.shared:
            yield from ("--ro-bind", path, path)
