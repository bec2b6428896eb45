"""The wheel of the engine, in an environment that holds nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.build_backend import wheel

ROOT = Path(__file__).parents[2]
BOT = """
def choose(view, legal, budget, rng):
    return legal[0]
"""


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the folder `engine` with the machine's own pip, without a package index; return its command."""
    place = tmp_path_factory.mktemp("wheel") / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, timeout=60)
    pip = [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip", "--python", str(place)]
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-cache-dir"]
    subprocess.run([*pip, "install", *options, str(ROOT / "engine")], check=True, timeout=60)
    return place / "bin" / "moothill-engine"


def answer(command: Path, *arguments: str, folder: Path) -> object:
    """Run a command of the installed engine away from the repository; return what it prints as JSON."""
    done = subprocess.run([command, *arguments, "--json"], cwd=folder, check=True, capture_output=True, timeout=60)
    return json.loads(done.stdout)


def test_the_installed_engine_plays_checks_and_verifies(command: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    games = answer(
        command, "play", "kings-kilt", "--seats", "./mine.py,wanderer", "--games", "2", "--record", "games.txt",
        folder=tmp_path,
    )  # fmt: skip
    assert isinstance(games, dict)
    assert {bot["name"] for bot in games["bots"]} == {"mine", "wanderer"}
    assert answer(command, "verify", "games.txt", folder=tmp_path)


def test_environments_for_learning_say_what_to_install(command: Path, tmp_path: Path) -> None:
    """The extra is an addition: the engine does without it, as the other tests here show."""
    python = [str(command.with_name("python")), "-c"]
    done = subprocess.run(
        [*python, "import engine.pettingzoo"], check=False, cwd=tmp_path, capture_output=True, timeout=60
    )
    assert done.returncode == 1
    assert b"ImportError: engine.pettingzoo needs PettingZoo. Install it: pip install pettingzoo" in done.stderr
    facts = "from importlib.metadata import requires; print(requires('moothill-engine'))"
    asked = subprocess.run([*python, facts], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert asked.stdout.decode().strip() == """['pettingzoo>=1.27; extra == "pettingzoo"']"""


def test_the_wheel_has_the_version_of_the_site() -> None:
    files = (ROOT / "pyproject.toml", ROOT / "engine" / "pyproject.toml")
    (version,) = {tomllib.loads(file.read_text())["project"]["version"] for file in files}
    assert f"-{version}-py3-none-any.whl" in wheel()[0]
