"""A restore that is killed: nobody begins empty there, the key stays that of the data, and it can be done again."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from league.conf.launcher.housing import UNFINISHED
from league.conf.launcher.places import ROOT
from league.conf.launcher.postgres import MAJOR, await_last_server
from tests.league.conf.running import manage, surroundings, up

BACKUP = Path(__file__).parent / "releases" / "0.2.0"
OLDER = str(MAJOR - 1)
UNA = "Una Fairlawhill"
BEFORE = ("the key of before", "Isla")
AFTER = ("the key of the backup", UNA)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """The backup of version 0.2.0, with a key."""
    folder = shutil.copytree(BACKUP, tmp_path / "backup")
    (folder / "secret_key").write_text(AFTER[0])
    return folder


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
    assert "An earlier restore did not finish. Run it again" in opened.stdout + opened.stderr
    assert majors(house) == {OLDER}

    again = manage(var, "restore", str(BACKUP))
    assert (again.returncode, majors(house)) == (0, {OLDER, str(MAJOR)}), again.stderr
    assert not (house / UNFINISHED).exists()
    assert UNA in manage(var, "shell", "-c", PLAYERS).stdout


@pytest.mark.long
def test_to_begin_afresh_where_a_restore_was_killed_throws_away_what_it_left(var: Path) -> None:
    house = killed_restore(var)
    with up(var, "--fresh", "--no-demo") as (process, said):
        assert "deleted (--fresh)" in said
        assert not (house / UNFINISHED).exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


STEPS = {
    "put_mark": BEFORE,
    "replace_database": BEFORE,
    "forget_what_passes": AFTER,
    "take_over": AFTER,
}
"""What a stopped restore does not do any more, and whose data and key are there then."""


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
def test_wherever_a_restore_is_stopped_the_key_is_that_of_the_data(var: Path, backup: Path, step: str) -> None:
    assert manage(var, "restore", str(backup)).returncode == 0
    changed = f"from league.members.models import Player; Player.objects.filter(name={UNA!r}).update(name='Isla')"
    assert manage(var, "shell", "-c", changed).returncode == 0
    (var / "secret_key").write_text(BEFORE[0])
    stop_restore(var, backup, at=step)
    assert key_and_player(var) == STEPS[step]
    assert list(var.glob("secret_key.restored*")) == []


@pytest.mark.long
def test_the_key_of_the_first_data_comes_also_where_it_was_stopped_just_before(var: Path, backup: Path) -> None:
    (var / "secret_key").write_text(BEFORE[0])
    stop_restore(var, backup, at="forget_what_passes")
    assert key_and_player(var) == AFTER


@pytest.mark.long
def test_the_key_stays_as_long_as_a_restore_is_unfinished(var: Path, backup: Path) -> None:
    (var / "secret_key").write_text(BEFORE[0])
    stop_restore(var, backup, at="put_mark")
    assert (var / "secret_key").read_text() == BEFORE[0]
    draft = (var / "postgres").resolve() / UNFINISHED
    await_last_server(draft)
    shutil.rmtree(draft)
    assert manage(var, "shell", "-c", "").returncode == 0
    assert (var / "secret_key").read_text() == BEFORE[0]
    assert list(var.glob("secret_key.restored*")) == []


STOPPED = """
import os, signal, sys
from pathlib import Path
from league.conf.launcher import keeping
from league.conf.launcher.places import Place

def stop(frame, event, _):
    if event == "call" and frame.f_code.co_name == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

sys.setprofile(stop)
keeping.restore(Place.here(), Path(sys.argv[1]), replace=True)
"""


def stop_restore(var: Path, backup: Path, *, at: str) -> None:
    """Restore, over data that may be there, and be killed as soon as the function of this name is called."""
    words = [sys.executable, "-c", STOPPED, str(backup), at]
    done = subprocess.run(words, cwd=ROOT, env=surroundings(var), capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


def key_and_player(var: Path) -> tuple[str, str]:
    """The key that signs links, and the name of one player, as the site knows them when it is next started."""
    asked = "from django.conf import settings; from league.members.models import Player; "
    asked += f"print(settings.SECRET_KEY); print(Player.objects.filter(name__in=[{UNA!r}, 'Isla']).get())"
    said = manage(var, "shell", "-c", asked)
    key, name = said.stdout.splitlines()[-2:]
    return key, name


PLAYERS = "from league.members.models import Player; print(*Player.objects.values_list('name', flat=True))"
