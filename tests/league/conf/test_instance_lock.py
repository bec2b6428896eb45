"""One process at a time is at work in a place, and others learn who it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from league.conf.launcher.console import LauncherError
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.instance_lock import RunningInstance, announce, lock_instance, running_instance


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(tmp_path, tmp_path / "var")


def test_a_second_one_learns_who_is_at_work(place: InstallPaths) -> None:
    with lock_instance(place, "up"):
        announce(place, RunningInstance(os.getpid(), "up", "http://127.0.0.1:8000/"))
        with (
            pytest.raises(LauncherError, match=rf"up \(process {os.getpid()}\) at http://127"),
            lock_instance(place, "up"),
        ):
            pass


def test_nobody_is_at_work_afterwards(place: InstallPaths) -> None:
    with lock_instance(place, "up"):
        pass
    assert running_instance(place) is None


def test_a_killed_process_blocks_nobody(place: InstallPaths) -> None:
    killed = f"""
import os
from pathlib import Path
from league.conf.launcher.instance_lock import lock_instance
from league.conf.launcher.environment import InstallPaths
with lock_instance(InstallPaths(Path({str(place.root)!r}), Path({str(place.var)!r})), "up"):
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    with lock_instance(place, "up"):
        found = running_instance(place)
        assert found is not None
        assert found.pid == os.getpid()


def test_the_note_is_for_our_own_eyes(place: InstallPaths) -> None:
    with lock_instance(place, "up"):
        assert (place.var / "running.json").stat().st_mode & 0o077 == 0
