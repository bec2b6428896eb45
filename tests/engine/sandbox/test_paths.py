"""The paths that a sandbox may read, for the installed interpreters."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.sandbox.paths import SandboxPaths
from league.conf.launcher.environment import ROOT
from tests.engine.sandbox.programs import tiers_here

SYSTEMS_PYTHON = Path("/usr/bin/python3")
TRIED = "import sys; from engine.sandbox.tiers import TIERS, weakness_of; sys.exit(weakness_of(TIERS[sys.argv[1]]))"
TOO_OLD = "import sys; sys.exit(sys.version_info < (3, 11))"


def is_new_enough(python: Path) -> bool:
    return python.exists() and subprocess.run([python, "-c", TOO_OLD], check=False).returncode == 0


def test_what_a_library_only_links_to_elsewhere_is_not_of_it(tmp_path: Path) -> None:
    library, elsewhere = tmp_path / "library", tmp_path / "elsewhere"
    for folder in (library, elsewhere):
        folder.mkdir()
    (library / "os.py").touch()
    (library / "posix.py").symlink_to("os.py")
    (elsewhere / "sitecustomize.py").touch()
    (library / "sitecustomize.py").symlink_to(elsewhere / "sitecustomize.py")
    found = SandboxPaths(interpreter=sys.executable, engine="/engine", library=(str(library),), installed=(), shared=())
    assert found.readable == ("/engine", str(library / "os.py"), str(library / "posix.py"))


def test_a_folder_of_libraries_around_the_standard_library_is_not_readable_as_a_whole(tmp_path: Path) -> None:
    """As `/usr/lib64` of Fedora and `/usr/lib` of Arch."""
    library, elsewhere = tmp_path / "python3.11", tmp_path / "plugins.so"
    installed = library / "site-packages"
    for folder in (installed, elsewhere):
        folder.mkdir(parents=True)
    (library / "os.py").touch()
    (tmp_path / "libz.so.1.3").touch()
    (tmp_path / "libz.so.1").symlink_to("libz.so.1.3")
    (tmp_path / "libgone.so").symlink_to("/elsewhere/libgone.so")
    (tmp_path / "os-release").touch()
    found = SandboxPaths(
        interpreter=sys.executable,
        engine="/engine",
        library=(str(library),),
        installed=(str(installed),),
        shared=(str(tmp_path),),
    )
    assert found.readable == ("/engine", str(tmp_path / "libz.so.1.3"), str(library / "os.py"))


@pytest.mark.skipif(not is_new_enough(SYSTEMS_PYTHON), reason="The system has no Python that is new enough.")
@pytest.mark.parametrize("tier", tiers_here())
def test_what_holds_with_one_interpreter_holds_with_that_of_the_system(tier: str) -> None:
    command = [str(SYSTEMS_PYTHON), "-B", "-c", TRIED, tier]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (tried.returncode, tried.stderr) == (0, "")
