"""`manage.py` as a person runs it: in a process and on services of its own, from this source or a copy of it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from league.conf.launcher.environment import ROOT

OURS = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


def surroundings(var: Path, **more: str) -> dict[str, str]:
    """An environment without the services of the tests, in which Moothill keeps its things in `var`."""
    plain = {name: value for name, value in os.environ.items() if name not in OURS and "MOOTHILL" not in name}
    return plain | {"MOOTHILL_VAR": str(var)} | more


def manage(var: Path, *words: str, root: Path = ROOT, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run `manage.py` to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=root,
        env=surroundings(var, **more),
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def up(
    var: Path, *options: str, root: Path = ROOT, before: Sequence[str] = (), **more: str
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A Moothill that is open, and what it said until then; killed at the end, should it still run.

    The words `before` are those of a program that becomes it.
    """
    with subprocess.Popen(
        [*before, sys.executable, "manage.py", "up", *options],
        cwd=root,
        env=surroundings(var, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line)
                if "Press Ctrl-C to stop" in line:
                    break
            else:
                pytest.fail("".join(said))
            yield process, "".join(said)
        finally:
            process.kill()
