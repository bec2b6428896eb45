"""Processes that a run starts end with it, under whatever title."""

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from league.conf.launcher.processes import Child, Process
from tests.chaos.restartable import Life, children_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")

RENAMED = """
import os, signal, time
from setproctitle import setproctitle
if os.fork() == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
setproctitle("[renamed: " + "x" * 5000 + "]")
os.write(3, b"x")
time.sleep(600)
"""


def starting(folder: Path) -> Callable[[int], Process]:
    """Start a process and its child, both renamed; returns when they are."""

    def start(_life: int) -> Process:
        renamed, tells = os.pipe()
        source = RENAMED.replace("os.write(3", f"os.write({tells}")
        child = Child(name="renamed", argv=[sys.executable, "-c", source], cwd=folder, keeps=[tells])
        with (folder / "renamed.log").open("ab") as output:
            process = child.start(output)
        os.close(tells)
        while len(os.read(renamed, 1)) + len(os.read(renamed, 1)) < 2:
            pass
        os.close(renamed)
        return process

    return start


def test_a_process_that_changed_its_title_ends_with_the_run(tmp_path: Path) -> None:
    with ExitStack() as at_end:
        life = Life("renamed", starting(tmp_path), at_end, mark=str(tmp_path))
        life.begin()
        left = handle_of_child(life)
    assert not life.runs
    assert has_ended(left)


def test_so_does_what_a_killed_one_left_behind(tmp_path: Path) -> None:
    with ExitStack() as at_end:
        life = Life("renamed", starting(tmp_path), at_end, mark=str(tmp_path))
        life.begin()
        left = handle_of_child(life)
        os.kill(life.pid, signal.SIGKILL)
        life.await_end()
    assert has_ended(left)


def handle_of_child(life: Life) -> int:
    """Return a handle of the child of a process, which stays valid if its number is reused."""
    (child,) = children_of(life.pid)
    return os.pidfd_open(child)


def has_ended(handle: int) -> bool:
    """Whether the process ends within ten seconds; closes its handle."""
    ended = bool(select.select([handle], [], [], 10)[0])
    os.close(handle)
    return ended
