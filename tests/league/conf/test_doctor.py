"""`manage.py doctor` lists the features of a machine, and those that are missing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from league.conf.launcher.doctor import account, sandbox
from tests.engine.sandbox.programs import tiers_here
from tests.league.conf.running import manage

NO_BWRAP = "The program bwrap is not installed (Debian's package bubblewrap has it)."
NO_LANDLOCK = "landlock_create_ruleset: Function not implemented"


def weak(why: str) -> Callable[[], str | None]:
    return lambda: why


def holding() -> str | None:
    return None


def tried_in_vain() -> str | None:
    pytest.fail("A better one holds.")


def test_it_says_that_moothill_can_run(var: Path) -> None:
    answer = manage(var, "doctor")
    assert answer.returncode == 0, answer.stdout
    assert "PostgreSQL" in answer.stdout


@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_it_tries_the_sandboxes_of_this_machine_itself(var: Path) -> None:
    assert f"sandbox      {tiers_here()[0]} works" in manage(var, "doctor").stdout


@pytest.mark.skipif("launcher" not in tiers_here(), reason="The launcher alone does not hold on this machine.")
def test_a_bubblewrap_that_cannot_do_its_work_is_not_taken_for_one_that_can(var: Path) -> None:
    broken = var / "bwrap"
    broken.write_text("#!/bin/sh\necho 'No permissions to create a new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    told = manage(var, "doctor", PATH=f"{var}{os.pathsep}{os.environ['PATH']}").stdout
    assert "note     sandbox      launcher works" in told
    assert "Bubblewrap: bubblewrap did not start: No permissions to create a new namespace" in told


def test_the_best_that_holds_is_enough() -> None:
    found = sandbox({"bubblewrap": holding, "launcher": tried_in_vain})
    assert (found.sign, found.found) == ("ok", "bubblewrap works")


def test_of_a_better_one_it_says_why_it_does_not_hold_and_what_that_costs() -> None:
    found = sandbox({"bubblewrap": weak(NO_BWRAP), "launcher": holding})
    assert (found.sign, found.found) == ("note", "launcher works")
    assert found.remedy == f"Bubblewrap: {NO_BWRAP} It would also hide file names from bots."


def test_where_none_holds_it_says_what_that_means_and_why() -> None:
    found = sandbox({"bubblewrap": weak(NO_BWRAP), "launcher": weak(NO_LANDLOCK)})
    assert (found.sign, found.is_needed) == ("note", False)
    assert "bot uploads are refused; remote bots still play" in found.found
    assert found.remedy == f"Bubblewrap: {NO_BWRAP} Launcher: {NO_LANDLOCK}"


def test_root_is_told_what_protects_the_machine() -> None:
    assert (account(0).sign, "docs/operating.md" in account(0).remedy) == ("note", True)
    assert (account(1000).sign, account(1000).remedy) == ("ok", "")
