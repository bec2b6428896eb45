"""Children stop when asked, and never outlive their parent."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from league.conf.launcher.processes import Child, stop
from tests.processes import until

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

    stop((process, stubborn))

    assert process.returncode == -signal.SIGKILL
    process.stdout.close()


def test_a_child_gives_way_and_stays_in_our_session_in_a_group_of_its_own() -> None:
    polite = replace(child(SLEEPER, grace=0.1), nice=7)
    process = polite.start(subprocess.DEVNULL)
    try:
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + 7
        assert os.getsid(process.pid) == os.getsid(0)
        assert os.getpgid(process.pid) == process.pid
    finally:
        stop((process, polite))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_a_child_dies_with_a_killed_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        orphan = int(parent.stdout.readline())
        parent.kill()

    until(lambda: not is_asleep(orphan), "the child ends")


def is_asleep(pid: int) -> bool:
    """Whether a process of this number runs SLEEPER."""
    try:
        return "sleep" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False
