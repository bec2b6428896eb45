"""A short run of `manage.py chaos`, whole: real workers, a PostgreSQL and a Redis of its own, a schedule, the judge."""

import re
import subprocess
import sys

import pytest

from league.conf.launcher.paths import ROOT

SHORT = ("--seed", "2026", "--events", "50", "--matches", "100", "--mains", "2")


def chaos(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.chaos", *options], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.timeout(600)  # a loaded machine is slow, not wrong
@pytest.mark.long
def test_nothing_is_lost_doubled_or_stuck_and_every_byte_is_that_of_an_undisturbed_run() -> None:
    run = chaos(*SHORT)
    assert run.returncode == 0, run.stdout + run.stderr
    figures = {what: int(count) for count, what in re.findall(r"^ +(\d+)  ([\w ]+)", run.stdout, re.MULTILINE)}
    assert figures["in all"] == 50
    assert figures["matches"] >= 100 + 18  # those of the tournaments too
    assert figures["of them done before the last event"] > 0
    assert figures["faults of any kind"] == 0


def test_a_run_of_nothing_is_refused() -> None:
    run = chaos("--events", "0")
    assert run.returncode == 2
    assert "name a number from 1 on, not '0'" in run.stderr


def test_the_command_is_one_of_ours() -> None:
    run = subprocess.run([sys.executable, "manage.py", "chaso"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Did you mean: python3 manage.py chaos" in run.stderr
