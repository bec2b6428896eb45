"""Children stop when asked, and never outlive their parent."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from league.conf.launcher.processes import Child, await_end_of, stop

AUTOGROUP = Path("/proc/self/autogroup")
SLEEPER = "import time; time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); {SLEEPER}"
PARENT = """
import subprocess, sys, time
from pathlib import Path
from league.conf.launcher.processes import Child

child = Child(name="sleeper", argv=[sys.executable, "-c", "import time; time.sleep(60)"], cwd=Path("."))
print(child.start(subprocess.DEVNULL).pid, flush=True)
time.sleep(60)
"""


def child(program: str, grace: float) -> Child:
    return Child(name="child", argv=[sys.executable, "-c", program], cwd=Path.cwd(), grace=grace)


def test_a_stubborn_child_is_killed_after_its_grace() -> None:
    stubborn = child(STUBBORN, grace=0.2)
    process = stubborn.start(subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()

    stop(process, stubborn)

    assert process.returncode == -signal.SIGKILL
    process.stdout.close()


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system does not share its cores among sessions")
def test_a_child_gives_way_with_its_whole_session() -> None:
    ours = AUTOGROUP.read_text()
    polite = replace(child(SLEEPER, grace=0.1), nice=7)
    process = polite.start(subprocess.DEVNULL)

    assert os.getpriority(os.PRIO_PROCESS, process.pid) == 7
    assert Path(f"/proc/{process.pid}/autogroup").read_text().endswith("nice 7\n")
    assert AUTOGROUP.read_text() == ours
    stop(process, polite)


def test_who_gives_way_further_already_does_not_come_back() -> None:
    says = "os.nice(15); give_way(10); print(os.nice(0))"
    script = f"import os; from league.conf.launcher.priority import give_way; {says}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "15\n"


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="this system does not share its cores among sessions")
def test_who_leads_no_session_gives_way_alone() -> None:
    script = "import os; from league.conf.launcher.priority import give_way; give_way(7); print(os.nice(0))"
    ours = AUTOGROUP.read_text()
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "7\n"
    assert AUTOGROUP.read_text() == ours


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_a_child_dies_with_a_killed_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        orphan = int(parent.stdout.readline())
        parent.kill()

    assert await_end_of(orphan, "sleep", seconds=60)


def test_another_process_of_the_same_number_is_not_waited_for() -> None:
    assert await_end_of(os.getpid(), "no process is called this", seconds=0)
