"""A restore that is killed: nobody begins empty where it stopped, and it can be done again."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from league.conf.workbench.housing import UNFINISHED
from league.conf.workbench.places import ROOT
from league.conf.workbench.postgres import MAJOR
from tests.league.conf.running import manage, surroundings

BACKUP = Path(__file__).parent / "releases" / "0.1.0"
OLDER = str(MAJOR - 1)


def killed_restore(var: Path) -> Path:
    """Restore, and be killed as soon as the unfinished data hold a file; gives the folder of PostgreSQL's data."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "restore", str(BACKUP)],
        cwd=ROOT,
        env=surroundings(var),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        deadline = time.monotonic() + 60
        while not (var / "postgres" / UNFINISHED / "PG_VERSION").exists():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.kill()
    return (var / "postgres").resolve()


def majors(house: Path) -> set[str]:
    return {folder.name for folder in house.iterdir() if folder.name.isdigit()}


@pytest.mark.long
def test_where_a_restore_was_killed_nobody_begins_empty_and_it_is_done_again(var: Path) -> None:
    (var / "postgres" / OLDER).mkdir(parents=True)
    house = killed_restore(var)
    opened = manage(var, "up", "--no-demo")
    assert opened.returncode != 0
    assert "A restore was stopped here before its end. Run it again" in opened.stdout + opened.stderr
    assert majors(house) == {OLDER}

    again = manage(var, "restore", str(BACKUP))
    assert (again.returncode, majors(house)) == (0, {OLDER, str(MAJOR)}), again.stderr
    assert not (house / UNFINISHED).exists()
    assert "Una Fairlawhill" in manage(var, "shell", "-c", PLAYERS).stdout


PLAYERS = "from league.members.models import Player; print(*Player.objects.values_list('name', flat=True))"
