"""The virtual environment `.venv`: made by the machine's own Python and pip, stamped with what it was made from.

The stamp holds the Python version and a hash of every lock file that was installed. Where it differs from what
is asked for, the environment is made anew; where only the parts for tests are missing, they are added.
"""

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import occupancy
from league.conf.launcher.console import Progress, tell, timed
from league.conf.launcher.errors import AlreadyRunning, InstallFailed, MissingPart
from league.conf.launcher.places import Place
from league.conf.launcher.processes import last_lines

RUN = "requirements.lock"
TEST = "requirements-test.lock"  # holds everything of RUN
LOCKS = (RUN, TEST)
STAMP = "moothill-stamp.json"

Stamp = Mapping[str, str]


def enter(place: Place, lock: str) -> None:
    """Continue in an environment that holds everything of `lock`; make it first if need be.

    Returns only when this process already runs in it; otherwise the process starts again there.
    """
    if fits(place, lock):
        if not is_inside(place):
            start_again_with(place.python)
        return
    if is_inside(place):
        start_again_with(Path(getattr(sys, "_base_executable", sys.executable)))
    make(place, lock)
    start_again_with(place.python)


def is_inside(place: Place) -> bool:
    """Whether this process runs in the environment."""
    return Path(sys.prefix).resolve() == place.environment.resolve()


def start_again_with(python: Path) -> None:
    """Replace this process by the same command under another Python."""
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.argv])


def fits(place: Place, lock: str) -> bool:
    """Whether the environment was made by this Python version from this very lock file."""
    made_from = stamp_of(place)
    wanted = wanted_stamp(place, lock)
    return place.python.exists() and all(made_from.get(key) == value for key, value in wanted.items())


def stamp_of(place: Place) -> Stamp:
    """What the environment was made from; nothing, where it is missing or unfinished."""
    try:
        stamp: Stamp = json.loads((place.environment / STAMP).read_text())
    except (OSError, ValueError):
        return {}
    return stamp


def wanted_stamp(place: Place, *locks: str) -> Stamp:
    """The stamp of an environment made now."""
    hashes = {lock: hashlib.sha256((place.root / lock).read_bytes()).hexdigest() for lock in locks}
    return {"python": platform.python_version(), **hashes}


def make(place: Place, lock: str) -> None:
    """Make the environment, or add to it what `lock` asks for. Raises InstallFailed; what was there then stays."""
    with occupancy.turn(place, "environment", waiting="waiting for another command that installs packages into .venv"):
        if fits(place, lock):
            return  # the other command made it
        if put_back_old(place) and fits(place, lock):
            return  # it is that of before an upgrade, and so is the source again
        refuse_without_pip()
        if can_be_completed(place, lock):
            fill(place, lock)
        else:
            replace(place, lock)


def can_be_completed(place: Place, lock: str) -> bool:
    """Whether what the environment holds is current and only misses the parts of `lock`."""
    made_from = stamp_of(place)
    current = wanted_stamp(place, *LOCKS)
    return place.python.exists() and lock not in made_from and bool(made_from) and made_from.items() <= current.items()


def put_back_old(place: Place) -> bool:
    """Have the old environment again where whoever made a new one was killed before the end; whether it came back."""
    old = old_of(place)
    if not old.exists() or stamp_of(place):
        return False
    shutil.rmtree(place.environment, ignore_errors=True)
    old.rename(place.environment)
    return True


def old_of(place: Place) -> Path:
    """Where the old environment waits until a new one is filled."""
    return place.environment.with_name(".venv.old")


def replace(place: Place, lock: str) -> None:
    """Make the environment anew. The old one returns if that fails."""
    holder = occupancy.holder(place)
    if holder and place.environment.exists():
        raise AlreadyRunning(f".venv must be reinstalled, but {holder.named()} uses it. Stop it first.")
    old = old_of(place)
    shutil.rmtree(old, ignore_errors=True)
    if place.environment.exists():
        place.environment.rename(old)
    try:
        venv.EnvBuilder(with_pip=False, symlinks=True).create(place.environment)
        fill(place, lock)
    except BaseException:
        shutil.rmtree(place.environment, ignore_errors=True)
        if old.exists():
            old.rename(place.environment)
        raise
    shutil.rmtree(old, ignore_errors=True)


def fill(place: Place, lock: str) -> None:
    """Install what `lock` names, and stamp the environment."""
    total = sum(line[:1].isalpha() for line in (place.root / lock).read_text().splitlines())
    tell("environment", f"installing up to {total} packages into .venv (first start only)")
    with timed("environment", "ready"):
        install(place, lock, total)
        known = [name for name in LOCKS if name == lock or name in stamp_of(place)]
        (place.environment / STAMP).write_text(json.dumps(wanted_stamp(place, *known), indent=2) + "\n")


def install(place: Place, lock: str, total: int) -> None:
    """Let the machine's pip fill the environment from `lock`, showing how far it is.

    Without dependencies, for the lock names them all. Pip would resolve them anew, and older ones stop where a newer
    version of a part with an extra has come out than the one that is locked.
    """
    log = place.logs / "install.log"
    command = [
        *(sys.executable, "-m", "pip", "--python", str(place.python), "install", "--no-input"),
        *("--disable-pip-version-check", "--progress-bar", "off", "--require-hashes", "--only-binary", ":all:"),
        *("--no-deps", "-r", str(place.root / lock)),
    ]
    progress = Progress("environment")
    with (
        log.open("w") as record,
        subprocess.Popen(
            command, cwd=place.root, env=_pip_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as pip,
    ):
        seen = 0
        for line in pip.stdout or ():
            record.write(line)
            seen += line.startswith(("Collecting ", "Requirement already satisfied: "))
            _show(progress, line, seen, total)
    progress.end()
    if pip.returncode:
        raise InstallFailed(
            f"Installing packages failed: pip exited with status {pip.returncode}. Check the network connection. "
            f"Last lines of {place.shown(log)}:\n{last_lines(log)}"
        )


def refuse_without_pip() -> None:
    """Raise MissingPart where this Python has no pip."""
    if importlib.util.find_spec("pip") is None:
        raise MissingPart(f"{sys.executable} has no pip. On Debian or Ubuntu, run: apt install python3-pip")


def _show(progress: Progress, line: str, seen: int, total: int) -> None:
    words = line.split()
    if line.startswith("Collecting "):
        progress.show(f"[{seen:>3}/{total}] downloading {words[1]}")
    elif line.startswith("Installing collected packages"):
        progress.show(f"installing {len(words) - 3} packages")


def _pip_environment() -> dict[str, str]:
    """Our environment without the settings that would make pip install elsewhere."""
    elsewhere = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PYTHONHOME", "PYTHONPATH"}
    return {name: value for name, value in os.environ.items() if name not in elsewhere} | {"PIP_USER": "0"}
