"""A restore that is killed leaves the old data, and can be done again."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from league.conf.launcher.environment import ROOT
from league.conf.launcher.postgres import MAJOR
from tests.league.conf.running import manage, surroundings

BACKUP = Path(__file__).parent / "releases" / "0.2.0"
OLDER = str(MAJOR - 1)
UNA = "Una Fairlawhill"
PLAYERS = "from league.accounts.models import Player; print(*Player.objects.values_list('name', flat=True))"
STOPPED = """
import os, signal, sys
from pathlib import Path
from league.conf.launcher import backups
from league.conf.launcher.environment import InstallPaths

def stop(frame, event, _):
    if event == "call" and frame.f_code.co_name == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

sys.setprofile(stop)
backups.restore(InstallPaths.here(), Path(sys.argv[1]), replace=True)
"""


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """The backup of version 0.2.0, with a key."""
    folder = shutil.copytree(BACKUP, tmp_path / "backup")
    (folder / "secret_key").write_text("the key of the backup")
    return folder


def stop_restore(var: Path, backup: Path, *, at: str) -> None:
    """Restore, over data that may be there, and be killed as soon as the function of this name is called."""
    words = [sys.executable, "-c", STOPPED, str(backup), at]
    done = subprocess.run(words, cwd=ROOT, env=surroundings(var), capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.long
def test_a_restore_killed_before_the_exchange_leaves_the_old_data_and_is_done_again(var: Path, backup: Path) -> None:
    assert manage(var, "restore", str(backup)).returncode == 0
    changed = f"from league.accounts.models import Player; Player.objects.filter(name={UNA!r}).update(name='Isla')"
    assert manage(var, "shell", "-c", changed).returncode == 0
    (var / "secret_key").write_text("the key of before")
    stop_restore(var, backup, at="replace_database")
    assert "Isla" in manage(var, "shell", "-c", PLAYERS).stdout
    assert (var / "secret_key").read_text() == "the key of before"

    again = manage(var, "restore", str(backup), "--replace")
    assert again.returncode == 0, again.stderr
    assert UNA in manage(var, "shell", "-c", PLAYERS).stdout
    assert (var / "secret_key").read_text() == "the key of the backup"


@pytest.mark.long
def test_a_restore_killed_before_the_key_came_is_done_again_beside_older_data(var: Path, backup: Path) -> None:
    (var / "postgres" / OLDER).mkdir(parents=True)
    stop_restore(var, backup, at="restore_key")
    assert not (var / "secret_key").exists() or (var / "secret_key").read_text() != "the key of the backup"
    again = manage(var, "restore", str(backup), "--replace")
    assert again.returncode == 0, again.stderr
    assert UNA in manage(var, "shell", "-c", PLAYERS).stdout
    assert (var / "secret_key").read_text() == "the key of the backup"
    assert {each.name for each in (var / "postgres").resolve().iterdir() if each.name.isdigit()} == {OLDER, str(MAJOR)}
