"""The canary's attacks are what they are called: with nothing in their way all of them succeed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sandbox import canary
from engine.sandbox.seccomp import is_known_here
from engine.sandbox.tiers import TIERS
from tests.engine.sandbox.programs import deciding, match, seated, tiers_here
from tests.hostile.scene import ROOT

pytestmark = pytest.mark.skipif(not is_known_here(), reason="There are sandboxes on Linux on x86-64 alone.")

_FREE = "from engine.sandbox import canary\ncanary.SERVER = {house}\ncanary.{attack}()\n"
_YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")


@pytest.mark.long
@pytest.mark.parametrize("attack", [attack.__name__ for attack in canary.ATTACKS])
def test_it_succeeds_where_nothing_is_in_its_way(attack: str) -> None:
    if attack == "look_into_the_server" and _YAMA.exists() and _YAMA.read_text().strip() != "0" and os.getuid() != 0:
        pytest.skip("This machine lets nobody look into another process.")
    with subprocess.Popen(["sleep", "60"]) as house:
        try:
            code = _FREE.format(house=house.pid, attack=attack)
            ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
        finally:
            house.kill()
    Path("/tmp/moothill-canary").unlink(missing_ok=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("tier", ["bubblewrap", "launcher"])
def test_the_program_that_it_would_run_is_there(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    with seated(deciding("import os, sys\nos.stat(sys.executable)"), TIERS[tier]) as bot:
        match(bot)
    assert not bot.log
