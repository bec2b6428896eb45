"""Children that are forks of a process which has loaded Moothill: they share its memory and nothing else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from league.conf.launcher.places import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has forks of what has loaded Moothill")

PARENT = """
import os, signal, subprocess, sys, time
from pathlib import Path
from league.conf.launcher.processes import Child, stop

def child(*words, **more):
    return Child(name="test", argv=[sys.executable, *words], cwd=Path("/"), is_fork=True, **more)
"""

LOAD = """
import os, sys, threading
from league.conf.launcher import programs
from league.conf.launcher.errors import NotLoaded
try:
    programs.load(ENVIRONMENT)
except NotLoaded as said:
    sys.exit(print(said))
opened = [os.path.realpath(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")]
print(programs.is_loaded(), threading.active_count(), sum("socket" in each for each in opened))
print("DATABASE_URL" in os.environ)
"""

ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "league.conf.settings",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1",
    "MOOTHILL_SECRET_KEY": "for tests only",
}


def run(script: str, **environment: str) -> str:
    """Run a script in a Python of its own and give what it printed."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("DATABASE", "REDIS", "DJANGO"))}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=plain | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_what_forks_share_connects_to_nothing_and_has_no_threads() -> None:
    assert run(LOAD.replace("ENVIRONMENT", str(ENVIRONMENT))).split() == ["True", "1", "0", "False"]


def test_what_cannot_be_loaded_is_said_in_a_sentence() -> None:
    nonsense = str(ENVIRONMENT | {"MOOTHILL_THREADS": "half a dozen"})
    assert run(LOAD.replace("ENVIRONMENT", nonsense)).startswith("Moothill cannot be loaded:")


def test_a_fork_finds_its_own_environment_and_words_and_is_heard(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys\n"
        "print(sys.argv[1:], os.environ.get('SECRET'), os.environ['OURS'], os.getcwd(), os.getsid(0) == os.getpid())\n"
        "print('heard', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    said = run(
        f"{PARENT}\n"
        f"process = child({str(program)!r}, 'a', 'b', env={{'OURS': 'yes'}}).start(subprocess.PIPE)\n"
        "print(process.stdout.read().decode(), process.wait())\n",
        SECRET="of the parent",
    )
    assert said.split("\n") == ["['a', 'b'] None yes / True", "heard", " 3", ""]


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this system does not share among sessions")
def test_a_fork_gives_way_with_its_whole_session_and_its_parent_does_not(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import os\nprint(os.nice(0), open('/proc/self/autogroup').read().split()[-1])\n")
    said = run(
        f"{PARENT}\n"
        "os.setsid()\n"
        f"process = child({str(program)!r}, nice=7).start(subprocess.PIPE)\n"
        "print(process.stdout.read().decode().strip(), process.wait())\n"
        "print(os.nice(0), open('/proc/self/autogroup').read().split()[-1])\n"
    )
    assert said.splitlines() == ["7 7 0", "0 0"]


def test_a_fork_holds_no_file_of_its_parent_but_what_it_keeps(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os\nthere = lambda each: os.path.exists(f'/proc/self/fd/{each}')\n"
        "print(sorted(int(each) for each in os.listdir('/proc/self/fd') if there(each)))\n"
    )
    said = run(
        f"{PARENT}\n"
        "shut, kept = os.open('/', os.O_RDONLY), os.open('/', os.O_RDONLY)\n"
        f"process = child({str(program)!r}, keeps=[kept]).start(subprocess.PIPE)\n"
        "print(process.stdout.read().decode().strip() == str([0, 1, 2, kept]))\n"
    )
    assert said.split() == ["True"]


def test_a_fork_stops_when_asked_though_its_parent_heeds_signals_itself(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    said = run(
        f"{PARENT}\n"
        "signal.signal(signal.SIGTERM, lambda *_: print('the parent'))\n"
        f"asked = child({str(program)!r})\n"
        "process = asked.start(subprocess.PIPE)\n"
        "process.stdout.readline()\n"
        "try: process.wait(timeout=0.05)\n"
        "except subprocess.TimeoutExpired: print('still runs')\n"
        "stop(process, asked)\n"
        "print(process.returncode)\n"
    )
    assert said.split("\n") == ["still runs", str(-signal.SIGTERM), ""]


def test_a_fork_does_not_outlive_its_parent(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    said = run(
        f"{PARENT}\n"
        f"process = child({str(program)!r}).start(subprocess.PIPE)\n"
        "process.stdout.readline()\n"
        "print(process.pid, flush=True)\n"
        "os._exit(0)\n"
    )
    deadline = time.monotonic() + 60
    while Path(f"/proc/{int(said)}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_fork_that_fails_says_why_and_goes_no_further(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("raise ValueError('broken')\n")
    said = run(
        f"{PARENT}\n"
        "try: process = child(" + repr(str(program)) + ").start(subprocess.PIPE)\n"
        "finally: print('once')\n"
        "print('broken' in process.stdout.read().decode(), process.wait())\n"
    )
    assert said.split() == ["once", "True", "1"]
