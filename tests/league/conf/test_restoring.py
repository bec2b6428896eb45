"""A restore that is killed leaves the old data, and can be done again."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.postgres import MAJOR, libpq_address
from league.conf.launcher.services import started_services
from tests.league.conf.running import manage, surroundings

BACKUP = Path(__file__).parent / "releases" / "0.2.0"
OLDER = str(MAJOR - 1)
UNA = "Una Fairlawhill"
STOPPED = """
import os, signal, sys
from pathlib import Path
from league.conf.launcher import backup_commands
from league.conf.launcher.environment import InstallPaths

def stop(frame, event, _):
    if event == "call" and frame.f_code.co_name == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

sys.setprofile(stop)
backup_commands.restore(InstallPaths.here(), Path(sys.argv[1]), replace=True)
"""


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """The backup of version 0.2.0, with a key."""
    folder = shutil.copytree(BACKUP, tmp_path / "backup")
    (folder / "secret_key").write_text("the key of the backup")
    return folder


@pytest.fixture
def without_services(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names no services, so that this process starts those of an installation."""
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


def stop_restore(var: Path, backup: Path, *, at: str) -> None:
    """Restore, over data that may be there, and be killed as soon as the function of this name is called."""
    words = [sys.executable, "-c", STOPPED, str(backup), at]
    done = subprocess.run(words, cwd=ROOT, env=surroundings(var), capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


def players(var: Path, change: str = "SELECT") -> set[str]:
    """The names of the players of an installation that does not run, after a change."""
    with (
        started_services(InstallPaths(ROOT, var)) as services,
        psycopg.connect(libpq_address(services.addresses["DATABASE_URL"])) as connection,
    ):
        connection.execute(change)
        return {name for (name,) in connection.execute("SELECT name FROM accounts_player")}


@pytest.mark.long
def test_a_killed_restore_leaves_the_old_data_and_key_and_is_done_again(
    var: Path, backup: Path, without_services: None
) -> None:
    """Killed before the key comes, beside data of an older PostgreSQL; then before the exchange of databases."""
    (var / "postgres" / OLDER).mkdir(parents=True)
    stop_restore(var, backup, at="restore_key")
    assert not (var / "secret_key").exists() or (var / "secret_key").read_text() != "the key of the backup"
    restore_again(var, backup)
    assert {each.name for each in (var / "postgres").resolve().iterdir() if each.name.isdigit()} == {OLDER, str(MAJOR)}

    assert "Isla" in players(var, f"UPDATE accounts_player SET name = 'Isla' WHERE name = '{UNA}'")
    (var / "secret_key").write_text("the key of before")
    stop_restore(var, backup, at="replace_database")
    assert "Isla" in players(var)
    assert (var / "secret_key").read_text() == "the key of before"
    restore_again(var, backup)


def restore_again(var: Path, backup: Path) -> None:
    """Restore to the end."""
    again = manage(var, "restore", str(backup), "--replace")
    assert again.returncode == 0, again.stderr
    assert UNA in players(var)
    assert (var / "secret_key").read_text() == "the key of the backup"
