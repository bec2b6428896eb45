"""What holds is found once; where a sandbox fails it is found again before anything is played."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sandbox import canary
from engine.sandbox.child import Child
from engine.sandbox.faults import BotFault, NoSandbox, SandboxFailed
from engine.sandbox.limits import Limits
from engine.sandbox.seccomp import is_known_here
from engine.sandbox.tiers import AGAIN, TIERS, TierFinder
from tests.engine.sandbox.programs import deciding, match, seated, tiers_here
from tests.hostile.scene import ROOT


class Machine:
    """One whose sandbox holds until it breaks, with a clock of its own."""

    def __init__(self) -> None:
        self.is_broken = False
        self.tried = 0
        self.now = 1_000.0

    def start(self, game: str, limits: Limits) -> Child:
        self.tried += 1
        if self.is_broken:
            raise SandboxFailed("There are no more namespaces.")
        return TIERS[tiers_here()[0]](game, limits)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def finding(machine: Machine) -> TierFinder:
    return TierFinder({"castle": machine.start}, lambda: machine.now)


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_what_holds_is_tried_once(machine: Machine, finding: TierFinder) -> None:
    assert {finding.working_tier().name for _ in range(3)} == {"castle"}
    finding.report_failure(BotFault("crash"))
    assert finding.working_tier().name == "castle"
    assert machine.tried == 1


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_after_a_failure_a_tier_that_broke_is_found_out_at_once(machine: Machine, finding: TierFinder) -> None:
    assert finding.working_tier().name == "castle"
    machine.is_broken = True
    finding.report_failure(SandboxFailed("It was killed."))
    with pytest.raises(NoSandbox, match="Castle: There are no more namespaces"):
        finding.working_tier()


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_that_none_holds_is_looked_into_again_after_a_while(machine: Machine, finding: TierFinder) -> None:
    machine.is_broken = True
    for _ in range(3):
        with pytest.raises(NoSandbox):
            finding.working_tier()
    assert machine.tried == 1
    machine.is_broken = False
    machine.now += AGAIN
    assert finding.working_tier().name == "castle"


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_whoever_makes_sandboxes_fail_does_not_keep_the_machine_trying(machine: Machine, finding: TierFinder) -> None:
    for _ in range(5):
        assert finding.working_tier().name == "castle"
        finding.report_failure(SandboxFailed("It was killed."))
    assert machine.tried == 2


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_what_somebody_else_found_broken_is_tried_anew(machine: Machine, finding: TierFinder) -> None:
    assert finding.working_tier().name == "castle"
    machine.is_broken = True
    finding.doubt()
    with pytest.raises(NoSandbox):
        finding.working_tier()


_FREE = "from engine.sandbox import canary\ncanary.SERVER = {house}\ncanary.{attack}()\n"
_YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")


@pytest.mark.skipif(not is_known_here(), reason="There are sandboxes on Linux on x86-64 alone.")
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


def test_it_tries_every_place_to_write_also_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    code = f"import os; from engine.sandbox import canary; os.chdir({str(tmp_path)!r}); os.rmdir({str(tmp_path)!r})"
    command = [sys.executable, "-c", f"{code}; canary.write_a_file()"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    Path("/tmp/moothill-canary").unlink(missing_ok=True)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not is_known_here(), reason="There are sandboxes on Linux on x86-64 alone.")
@pytest.mark.parametrize("tier", ["bubblewrap", "launcher"])
def test_the_program_that_it_would_run_is_there(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    with seated(deciding("import os, sys\nos.stat(sys.executable)"), TIERS[tier]) as bot:
        match(bot)
    assert not bot.log
