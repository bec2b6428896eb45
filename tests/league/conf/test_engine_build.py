"""The compiled engine of `manage.py up --compile`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compiled import fingerprint
from engine.compiler import CannotCompile, check_tools
from league.conf.launcher.console import last_line_of
from league.conf.launcher.environment import ENGINE_BUILD, ROOT, InstallPaths, bots_environment
from league.conf.launcher.up import compiled_engine
from tests.processes import until


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(ROOT, tmp_path)


def test_without_a_compiler_one_line_says_so_and_the_site_goes_on(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert compiled_engine(place) == {}
    (line,) = capfd.readouterr().out.splitlines()
    assert "not compiled" in line
    assert "no-such-compiler is not installed" in line


@pytest.mark.parametrize(
    ("problem", "line"), [(OSError(), "OSError"), (OSError(" \n"), "OSError"), (OSError("a\nNo disk. \n"), "No disk.")]
)
def test_an_error_has_a_last_line_even_without_a_message(problem: OSError, line: str) -> None:
    assert last_line_of(problem) == line


@pytest.mark.long
def test_a_compiler_that_fails_costs_one_line_and_leaves_nothing_nor_what_a_killed_one_left(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "false")
    try:
        check_tools()
    except CannotCompile as problem:
        pytest.skip(str(problem))
    builds = place.folder("engine-build")
    killed = [sys.executable, "-m", "engine.compiler", str(builds)]
    with subprocess.Popen(killed, cwd=ROOT, start_new_session=True) as compiler:
        until(lambda: list(builds.iterdir()), "the compiler begins")
        os.killpg(compiler.pid, signal.SIGKILL)
    assert list(builds.iterdir())
    assert compiled_engine(place) == {}
    begun, failed = capfd.readouterr().out.splitlines()
    assert ("compiling" in begun, "not compiled" in failed) == (True, True)
    assert list((place.var / "engine-build").iterdir()) == []


def test_every_process_gets_a_build_of_these_sources(place: InstallPaths, capfd: pytest.CaptureFixture[str]) -> None:
    build = place.folder("engine-build") / fingerprint()
    build.mkdir()
    environment = compiled_engine(place)
    assert environment == {ENGINE_BUILD: str(build)}
    site = {"DJANGO_SETTINGS_MODULE": "league.conf.settings", **environment}
    assert bots_environment(site, database="", redis="")[ENGINE_BUILD] == str(build)
    assert "compiled before" in capfd.readouterr().out
