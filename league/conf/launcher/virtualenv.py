"""The virtual environment `.venv`: made by the machine's own Python and pip.

Its stamp holds the Python version and a hash of every lock file that was installed. Where the stamp differs from what
is wanted, pip installs again.
"""

import hashlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import instance_lock
from league.conf.launcher.console import tell, timed
from league.conf.launcher.errors import AlreadyRunning, InstallFailed, MissingPart
from league.conf.launcher.paths import InstallPaths

RUN = "requirements.lock"
TEST = "requirements-test.lock"  # holds everything of RUN
LOCKS = (RUN, TEST)
STAMP = "moothill-stamp.json"

Stamp = Mapping[str, str]


def enter(place: InstallPaths, lock: str) -> None:
    """Continue in an environment that holds everything of `lock`; install it first where that is missing.

    Returns only in a process that runs in the environment; another one is replaced by the same command there.
    """
    is_inside = Path(sys.prefix).resolve() == place.environment.resolve()
    if not fits(place, lock):
        if is_inside:  # the machine's Python has the pip
            start_again_with(Path(getattr(sys, "_base_executable", sys.executable)))
        if importlib.util.find_spec("pip") is None:
            raise MissingPart(f"{sys.executable} has no pip. On Debian or Ubuntu, run: apt install python3-pip")
        install(place, lock)
    if not is_inside:
        start_again_with(place.python)


def start_again_with(python: Path) -> None:
    """Replace this process by the same command under another Python."""
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.argv])


def fits(place: InstallPaths, lock: str) -> bool:
    """Return whether the environment was made by this Python version from this very lock file."""
    return place.python.exists() and wanted_stamp(place, lock).items() <= stamp_of(place).items()


def stamp_of(place: InstallPaths) -> Stamp:
    """Return what the environment was made from; nothing where it is missing or unfinished."""
    try:
        stamp: Stamp = json.loads((place.environment / STAMP).read_text())
    except (OSError, ValueError):
        return {}
    return stamp


def wanted_stamp(place: InstallPaths, *locks: str) -> Stamp:
    """Return the stamp of an environment made now."""
    hashes = {lock: hashlib.sha256((place.root / lock).read_bytes()).hexdigest() for lock in locks}
    return {"python": platform.python_version(), **hashes}


def only_lacks(place: InstallPaths, lock: str) -> bool:
    """Return whether the environment is current and only misses the packages that `lock` adds."""
    made_from = stamp_of(place)
    return lock not in made_from and bool(made_from) and made_from.items() <= wanted_stamp(place, *LOCKS).items()


def install(place: InstallPaths, lock: str) -> None:
    """Let pip install what `lock` names. Raise InstallFailed, MissingPart, or AlreadyRunning where `up` uses it.

    Without dependencies, for the lock names them all: older versions of pip resolve some of them to others.
    """
    with instance_lock.turn(
        place, "environment", waiting="waiting for another command that installs packages into .venv"
    ):
        if fits(place, lock):
            return  # the other command installed it
        holder = instance_lock.holder(place)
        if holder and place.environment.exists() and not only_lacks(place, lock):
            raise AlreadyRunning(f".venv must be reinstalled, but {holder.named()} uses it. Stop it first.")
        made_from = stamp_of(place)
        (place.environment / STAMP).unlink(missing_ok=True)
        if made_from.get("python") != platform.python_version():
            venv.EnvBuilder(clear=True, symlinks=True).create(place.environment)
        tell("environment", f"installing the packages of {lock} into .venv")
        with timed("environment", "ready"):
            run_pip(place, lock)
        current = wanted_stamp(place, *LOCKS)
        locks = [name for name in LOCKS if name == lock or made_from.get(name) == current[name]]
        (place.environment / STAMP).write_text(json.dumps(wanted_stamp(place, *locks), indent=2) + "\n")


def run_pip(place: InstallPaths, lock: str) -> None:
    """Run pip on a lock file, with its own output. Raise InstallFailed."""
    elsewhere = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PYTHONHOME", "PYTHONPATH"}
    environment = {name: value for name, value in os.environ.items() if name not in elsewhere} | {"PIP_USER": "0"}
    command = [
        *(sys.executable, "-m", "pip", "--python", str(place.python), "--disable-pip-version-check", "install"),
        *("--no-input", "--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", str(place.root / lock)),
    ]
    status = subprocess.call(command, cwd=place.root, env=environment)
    if status:
        raise InstallFailed(
            f"Installing packages failed: pip exited with status {status}. Its lines above say why. "
            "Check the network connection, then start again."
        )
