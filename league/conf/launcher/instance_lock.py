"""Locks of an installation: one process at a time runs on its data, and others can ask which one.

The kernel releases a lock when its process ends, however it ends.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import TextIO

from league.conf.launcher.console import LauncherError, print_line
from league.conf.launcher.environment import InstallPaths, write_private

NOTE = "running.json"
LOCK_TIMEOUT = 600.0  # seconds that one command waits for another


@dataclass(frozen=True)
class RunningInstance:
    """The process that runs on the data, with the addresses of the site and of its embedded services."""

    pid: int
    command: str
    address: str = ""
    services: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return such as `manage.py up (process 42) at http://127.0.0.1:8000/`."""
        return f"manage.py {self.command} (process {self.pid})" + (f" at {self.address}" if self.address else "")


@contextmanager
def lock_instance(paths: InstallPaths, command: str, timeout: float = 0.5) -> Iterator[None]:
    """Lock the data for this process. Raise LauncherError if another still has them after `timeout` seconds."""
    with (paths.folder("lock") / "running").open("a") as lock:
        deadline = time.monotonic() + timeout
        while not _acquire(lock):
            if time.monotonic() > deadline and (other := running_instance(paths)):
                raise LauncherError(
                    f"Moothill is already running: {other}. Stop it first, with Ctrl-C or kill {other.pid}."
                )
            time.sleep(0.05)
        announce(paths, RunningInstance(os.getpid(), command))
        try:
            yield
        finally:
            (paths.var / NOTE).unlink(missing_ok=True)


@contextmanager
def turn(paths: InstallPaths, name: str) -> Iterator[None]:
    """Hold another lock. Wait for it if necessary, and print that."""
    with (paths.folder("lock") / name).open("a") as lock:
        if not _acquire(lock):
            print_line(name, "waiting for another command to finish")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def announce(paths: InstallPaths, instance: RunningInstance) -> None:
    """Write the note that `running_instance` reads, readable by our account only."""
    write_private(paths.var / NOTE, json.dumps(asdict(instance)))


def running_instance(paths: InstallPaths) -> RunningInstance | None:
    """Return the process that runs on the data, if there is one."""
    with (paths.folder("lock") / "running").open("a") as lock:
        if _acquire(lock):
            return None
    try:
        return RunningInstance(**json.loads((paths.var / NOTE).read_text()))
    except (OSError, ValueError, TypeError):
        return RunningInstance(0, "up")  # it has not written its note yet


def _acquire(lock: TextIO) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
