"""The compiled engine: it plays as the interpreted one, and a build of other sources is never used."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.compiled import SUFFIX, fingerprint
from engine.compiler import MODULES, CannotCompile, c_compiler, check_tools

ROOT = Path(__file__).parents[2]
IS_USED = "from engine.compiled import is_used; print(is_used())"
SUITES = ("core", "games", "highland_clans", "kings_kilt", "lords_of_scotland", "test_golden.py")
BOT = "def choose(view, legal, budget, rng):\n    return legal[-1]\n"
INTERPRETED = """
from engine.compiled import is_used

def choose(view, legal, budget, rng):
    assert not is_used()
    return legal[-1]
"""


def why_not() -> str:
    """Why the engine cannot be compiled here; empty if it can."""
    try:
        check_tools()
    except CannotCompile as reason:
        return str(reason)
    return ""


needs_compiler = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be compiled")


def run(*words: str, build: Path | None = None, folder: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the engine of a folder, and with a build where there is one."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MOOTHILL_ENGINE"))}
    around = plain | ({"MOOTHILL_ENGINE_BUILD": str(build)} if build else {}) | more
    return subprocess.run([sys.executable, *words], cwd=folder, env=around, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_build_of_other_sources_is_ignored(tmp_path: Path) -> None:
    for name in ("0" * 24, fingerprint()):
        module = tmp_path / name / "engine" / "core" / f"dealer{SUFFIX}"
        module.parent.mkdir(parents=True)
        module.write_text("not a library")
    other = run("-c", IS_USED, build=tmp_path / ("0" * 24))
    assert (other.returncode, other.stdout) == (0, "False\n")
    fitting = run("-c", IS_USED, build=tmp_path / fingerprint())
    assert "ImportError" in fitting.stderr


def test_a_build_no_longer_fits_when_any_source_changes(tmp_path: Path) -> None:
    package = tmp_path / "engine"
    package.mkdir()
    for name in ("__init__.py", "compiled.py"):
        (package / name).write_text((ROOT / "engine" / name).read_text())
    folder = (
        tmp_path / run("-c", "from engine.compiled import fingerprint as f; print(f())", folder=tmp_path).stdout[:-1]
    )
    folder.mkdir()
    asked = f"from pathlib import Path; from engine.compiled import use_build; print(use_build(Path({str(folder)!r})))"
    assert run("-c", asked, folder=tmp_path).stdout == "True\n"
    (package / "rules.py").write_text("CARDS = 96\n")
    assert run("-c", asked, folder=tmp_path).stdout == "False\n"


@pytest.mark.parametrize("module", MODULES)
def test_every_module_to_compile_exists(module: str) -> None:
    assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


@pytest.fixture(scope="module")
def compiled_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `pip` builds with MOOTHILL_COMPILE=1, built once for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*.whl")):
            _build_wheel(folder)
    return next(folder.glob("*.whl"))


def _build_wheel(folder: Path) -> None:
    """Build the wheel, and beside it the compiled modules as `manage.py up --compile` keeps them."""
    (folder / "new").mkdir(exist_ok=True)
    quick = folder / "cc"  # optimising would take most of the time, and the modules behave the same
    quick.write_text(f'#!/bin/sh\nexec {" ".join(c_compiler())} "$@" -O0\n')
    quick.chmod(0o755)
    asked = "import os, sys; os.environ['MOOTHILL_COMPILE'] = '1'; from engine.build_backend import build_wheel as b; "
    built = run("-c", f"{asked}print(b({str(folder / 'new')!r}))", CC=str(quick))
    assert built.returncode == 0, built.stderr
    wheel = folder / "new" / built.stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / fingerprint(), [name for name in archive.namelist() if name.endswith(SUFFIX)])
    wheel.rename(folder / wheel.name)


@pytest.fixture(scope="module")
def build(compiled_wheel: Path) -> Path:
    """The compiled modules of that wheel."""
    folder = compiled_wheel.parent / fingerprint()
    assert run("-c", IS_USED, build=folder).stdout == "True\n"
    return folder


@needs_compiler
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_compiled_engine_passes_the_tests_of_rules_and_golden_files(build: Path) -> None:
    suites = [f"tests/engine/{name}" for name in SUITES]
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow", *suites, build=build)
    assert done.returncode == 0, done.stdout[-4000:]


@needs_compiler
@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("highland-clans", "lookout-20,reiver,wanderer"),
        ("kings-kilt", "lookout-20,courtier,lookout-10,wanderer"),
        ("lords-of-scotland", "lookout-20,steward,lookout-10,wanderer,steward"),
    ],
)
def test_records_of_bots_that_search_are_equal(build: Path, tmp_path: Path, game: str, bots: str) -> None:
    def record(name: str, build: Path | None) -> bytes:
        words = ("play", game, "--seats", bots, "--games", "2", "--record", str(tmp_path / name))
        played = run("-m", "engine", *words, build=build)
        assert played.returncode == 0, played.stderr
        return (tmp_path / name).read_bytes()

    assert record("compiled.txt", build) == record("interpreted.txt", None)


@needs_compiler
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_bot_in_a_sandbox_of_the_site_plays_interpreted(build: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(INTERPRETED)
    checked = run("-m", "engine", "check", str(tmp_path / "mine.py"), "--game", "kings-kilt", build=build)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    (tmp_path / "mine.py").write_text(INTERPRETED.replace("not ", ""))
    refused = run("-m", "engine", "check", str(tmp_path / "mine.py"), "--game", "kings-kilt", build=build)
    assert refused.returncode == 1


def command(place: Path, words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [place / "bin" / "moothill-engine", *words], cwd=folder, capture_output=True, text=True, check=False
    )


@needs_compiler
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_compiled_wheel_checks_a_bot_in_its_sandbox(compiled_wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, timeout=60)
    pip = [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip", "--python", str(place)]
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-cache-dir"]
    subprocess.run([*pip, "install", *options, str(compiled_wheel)], check=True, timeout=60)
    (tmp_path / "mine.py").write_text(BOT)
    used = subprocess.run(
        [place / "bin" / "python", "-c", IS_USED], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert used.stdout == "True\n"
    checked = command(place, ["check", "mine.py"], tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
