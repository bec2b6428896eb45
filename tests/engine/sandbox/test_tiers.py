"""What holds is found once; where a sandbox fails it is found again before anything is played."""

import pytest

from engine.sandbox.faults import BotFault, NoSandbox, SandboxFailed
from engine.sandbox.spawn import Started
from engine.sandbox.tiers import AGAIN, TIERS, TierFinder
from tests.engine.sandbox.programs import tiers_here

pytestmark = pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine.")


class Machine:
    """One whose sandbox holds until it breaks, with a clock of its own."""

    def __init__(self) -> None:
        self.is_broken = False
        self.tried = 0
        self.now = 1_000.0

    def start(self) -> Started:
        self.tried += 1
        if self.is_broken:
            raise SandboxFailed("There are no more namespaces.")
        return TIERS[tiers_here()[0]]()


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def finding(machine: Machine) -> TierFinder:
    return TierFinder({"castle": machine.start}, lambda: machine.now)


def test_what_holds_is_tried_once(machine: Machine, finding: TierFinder) -> None:
    assert {finding.working_tier().name for _ in range(3)} == {"castle"}
    finding.report_failure(BotFault("crash"))
    assert finding.working_tier().name == "castle"
    assert machine.tried == 1


def test_after_a_failure_a_tier_that_broke_is_found_out_at_once(machine: Machine, finding: TierFinder) -> None:
    assert finding.working_tier().name == "castle"
    machine.is_broken = True
    finding.report_failure(SandboxFailed("It was killed."))
    with pytest.raises(NoSandbox, match="Castle: There are no more namespaces"):
        finding.working_tier()


def test_that_none_holds_is_looked_into_again_after_a_while(machine: Machine, finding: TierFinder) -> None:
    machine.is_broken = True
    for _ in range(3):
        with pytest.raises(NoSandbox):
            finding.working_tier()
    assert machine.tried == 1
    machine.is_broken = False
    machine.now += AGAIN
    assert finding.working_tier().name == "castle"


def test_whoever_makes_sandboxes_fail_does_not_keep_the_machine_trying(machine: Machine, finding: TierFinder) -> None:
    for _ in range(5):
        assert finding.working_tier().name == "castle"
        finding.report_failure(SandboxFailed("It was killed."))
    assert machine.tried == 2


def test_what_somebody_else_found_broken_is_tried_anew(machine: Machine, finding: TierFinder) -> None:
    assert finding.working_tier().name == "castle"
    machine.is_broken = True
    finding.doubt()
    with pytest.raises(NoSandbox):
        finding.working_tier()
