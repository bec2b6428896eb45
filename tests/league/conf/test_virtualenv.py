"""The environment is rebuilt when its stamp differs, and completed when only the test packages are missing."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from threading import Thread

import pytest
from packaging.requirements import Requirement

from league.conf.launcher import instance_lock, virtualenv
from league.conf.launcher.console import LauncherError
from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.virtualenv import COMPILE, RUN, TEST
from tests.processes import until


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    place = InstallPaths(tmp_path, tmp_path / "var")
    place.python.parent.mkdir(parents=True)
    place.python.touch()
    for lock in (RUN, TEST, COMPILE):
        (tmp_path / lock).write_text(f"{lock}: not a requirement\n")
    return place


def stamp(place: InstallPaths, *locks: str, **changes: str) -> None:
    made_from = {**virtualenv.wanted_stamp(place, *locks), **changes}
    (place.root / virtualenv.STAMP).write_text(json.dumps(made_from))


@pytest.mark.parametrize(
    ("installed", "python", "fitting"),
    [
        ((), "", []),  # an unfinished one
        ((RUN, TEST), "", [RUN, TEST]),
        ((RUN,), "", [RUN]),  # it is completed for tests
        ((RUN, TEST), "3.11.0", []),
    ],
)
def test_an_environment_fits_what_was_installed_by_this_python(
    place: InstallPaths, installed: tuple[str, ...], python: str, fitting: list[str]
) -> None:
    if installed:
        stamp(place, *installed, **({"python": python} if python else {}))
    assert [lock for lock in (RUN, TEST) if virtualenv.fits(place, lock)] == fitting


def test_a_changed_lock_file_asks_for_a_new_environment(place: InstallPaths) -> None:
    stamp(place, RUN)
    (place.root / RUN).write_text("something newer\n")
    assert not virtualenv.fits(place, RUN)


def test_a_failed_installation_is_tried_again_by_the_next_start(
    place: InstallPaths, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(Path(sys.executable).resolve()))  # ours has no pip
    with pytest.raises(LauncherError):
        virtualenv.install(place, RUN)
    assert not virtualenv.fits(place, RUN)
    assert capfd.readouterr().err  # pip says why


def test_test_packages_are_installed_again_after_another_version_ran(place: InstallPaths) -> None:
    stamp(place, RUN, TEST, **{RUN: "of the other version"})
    assert not virtualenv.fits(place, TEST)


@pytest.mark.slow
@pytest.mark.parametrize("lock", [TEST, COMPILE])
def test_a_failed_addition_leaves_an_environment_that_runs(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    stamp(place, RUN)
    monkeypatch.setattr(sys, "executable", str(Path(sys.executable).resolve()))  # ours has no pip
    with pytest.raises(LauncherError):
        virtualenv.install(place, lock)
    assert virtualenv.fits(place, RUN)
    assert not virtualenv.fits(place, lock)


def test_a_lock_file_that_changes_during_the_installation_is_installed_next(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp(place, RUN, **{RUN: "of an earlier version"})
    pulling = place.root / "python"  # in its place, the code is updated while pip works
    pulling.write_text(f"#!/bin/sh\necho newer >> '{place.root / RUN}'\n")
    pulling.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(pulling))
    virtualenv.install(place, RUN)
    assert virtualenv.stamp_of(place)
    assert not virtualenv.fits(place, RUN)


NO_ROOM = """
import resource, signal, sys
from pathlib import Path
from league.conf.launcher import virtualenv
from league.conf.launcher.environment import ROOT, InstallPaths
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
virtualenv.install(InstallPaths(Path(sys.argv[1]), Path(sys.argv[1]) / "var"), virtualenv.TEST)
"""


def test_a_full_disk_leaves_an_environment_that_runs(place: InstallPaths) -> None:
    stamp(place, RUN)
    run = [sys.executable, "-c", NO_ROOM, str(place.root)]
    failed = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "File too large" in failed.stderr
    assert virtualenv.fits(place, RUN)


@pytest.mark.slow
def test_a_command_that_waited_keeps_what_another_one_installed(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", str(Path(sys.executable).resolve()))  # ours has no pip

    def complete() -> None:
        with suppress(LauncherError):
            virtualenv.install(place, TEST)

    with instance_lock.turn(place, "environment"):
        (waiting := Thread(target=complete)).start()
        until(lambda: "waiting" in capfd.readouterr().out, "the command waits")
        stamp(place, RUN)
        (installed := place.python.with_name("installed")).touch()
    waiting.join()
    assert installed.exists()


def test_a_part_with_an_extra_comes_in_its_locked_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    locked = wheel(shelf, "thread", "1.0", "Provides-Extra: dye")
    wheel(shelf, "thread", "1.1", "Provides-Extra: dye")
    cloth = wheel(shelf, "cloth", "1.0", "Requires-Dist: thread[dye]>=1")
    place = InstallPaths(tmp_path / "place", tmp_path / "place" / "var")
    place.root.mkdir()
    (place.root / TEST).write_text("")
    (place.root / RUN).write_text(f"cloth==1.0 --hash=sha256:{cloth}\nthread==1.0 --hash=sha256:{locked}\n")
    monkeypatch.setattr(sys, "executable", str(Path(sys.executable).resolve()))  # ours has no pip
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))

    virtualenv.install(place, RUN)

    parts = {each.name for each in place.root.glob(".venv/lib/*/site-packages/*.dist-info")}
    assert parts == {"cloth-1.0.dist-info", "thread-1.0.dist-info"}


def wheel(shelf: Path, name: str, version: str, also: str) -> str:
    """Put a wheel of nothing but its metadata on the shelf; returns its digest."""
    path, about = shelf / f"{name}-{version}-py3-none-any.whl", f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{also}\n")
        archive.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{about}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_nothing_that_is_installed_misses_a_part() -> None:
    """The locks are installed without looking for dependencies, so they name them all."""
    assert not [
        f"{part.name} needs {needed}"
        for part in metadata.distributions()
        for needed in needs(part)
        if not there(needed)
    ]


def needs(part: metadata.Distribution) -> list[Requirement]:
    """What a part needs on this machine, its extras left out."""
    wanted = [Requirement(line) for line in part.requires or ()]
    return [each for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]


def there(needed: Requirement) -> bool:
    """Whether a part is installed in a version that was asked for, with what its extras need."""
    try:
        part = metadata.distribution(needed.name)
    except metadata.PackageNotFoundError:
        return False
    of_extras = [
        each
        for each in map(Requirement, part.requires or ())
        if each.marker and not each.marker.evaluate({"extra": ""})
        if any(each.marker.evaluate({"extra": extra}) for extra in needed.extras)
    ]
    return needed.specifier.contains(part.version, prereleases=True) and all(map(there, of_extras))
