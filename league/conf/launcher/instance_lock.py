"""Who is at work in a place. One process at a time may serve its data; others can ask who that is.

The operating system drops a lock with the process that holds it, so a killed one blocks nobody.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TextIO

from league.conf.launcher.console import tell
from league.conf.launcher.errors import AlreadyRunning
from league.conf.launcher.paths import InstallPaths

NOTE = "running.json"
PATIENCE = 0.5


@dataclass(frozen=True)
class Holder:
    """The process at work in a place, and how to reach the services it runs there."""

    pid: int
    command: str
    address: str = ""
    services: Mapping[str, str] = field(default_factory=dict)

    def named(self) -> str:
        """Such as `manage.py up (process 42) at http://127.0.0.1:8000/`."""
        return f"manage.py {self.command} (process {self.pid})" + (f" at {self.address}" if self.address else "")


@contextmanager
def occupied(place: InstallPaths, command: str, patience: float = PATIENCE) -> Iterator[None]:
    """Be the one at work in the place. Raises AlreadyRunning, naming who is, after that many seconds.

    A little patience is always needed: somebody who only asks holds the lock for a moment.
    """
    with _lock_file(place, "running") as lock:
        deadline = time.monotonic() + patience
        while not _taken(lock):
            if time.monotonic() > deadline:
                raise AlreadyRunning(_who_is(place))
            time.sleep(0.05)
        announce(place, Holder(os.getpid(), command))
        try:
            yield
        finally:
            (place.var / NOTE).unlink(missing_ok=True)


@contextmanager
def turn(place: InstallPaths, name: str, *, waiting: str) -> Iterator[None]:
    """Wait until nobody else has this turn, saying so if it takes a wait."""
    with _lock_file(place, name) as lock:
        if not _taken(lock):
            tell(name, waiting)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def announce(place: InstallPaths, holder: Holder) -> None:
    """Leave a note for other commands; only our own account can read it."""
    note = place.var / NOTE
    draft = note.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(asdict(holder)))
    draft.replace(note)


def holder(place: InstallPaths) -> Holder | None:
    """Who is at work in the place, if anybody."""
    with _lock_file(place, "running") as lock:
        if _taken(lock):
            return None
    try:
        return Holder(**json.loads((place.var / NOTE).read_text()))
    except (OSError, ValueError, TypeError):
        return Holder(0, "up")  # it holds the lock and has not written its note yet


def _who_is(place: InstallPaths) -> str:
    somebody = holder(place)
    if somebody is None:
        return "Another command has just finished. Try again."
    return f"Moothill is already running: {somebody.named()}. Stop it first, with Ctrl-C or kill {somebody.pid}."


def _lock_file(place: InstallPaths, name: str) -> TextIO:
    return (place.folder("lock") / name).open("a")


def _taken(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
