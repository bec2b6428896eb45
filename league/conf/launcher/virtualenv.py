"""The virtual environment `.venv`, filled by the machine's own Python and pip.

Its stamp holds the Python version and the checksums of the lock files that are installed.
"""

import hashlib
import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher import instance_lock
from league.conf.launcher.console import LauncherError, print_line, timed
from league.conf.launcher.environment import InstallPaths

RUN = "requirements.lock"
TEST = "requirements-test.lock"  # includes RUN
COMPILE = "requirements-compile.lock"
STAMP = ".venv/moothill-stamp.json"


def enter(paths: InstallPaths, lock: str) -> None:
    """Return if this process runs in an environment with the packages of `lock`; else install them and start again."""
    is_installed = fits(paths, lock)
    if not is_installed:
        install(paths, lock)
    if not is_installed or not is_inside(paths):
        sys.stdout.flush()
        os.execv(paths.python, [str(paths.python), *sys.argv])


def is_inside(paths: InstallPaths) -> bool:
    """Return whether this process runs in the environment."""
    return Path(sys.prefix).resolve() == (paths.root / ".venv").resolve()


def fits(paths: InstallPaths, lock: str) -> bool:
    """Return whether this lock file was installed by this Python, and RUN not changed since."""
    return paths.python.exists() and wanted_stamp(paths, RUN, lock).items() <= stamp_of(paths).items()


def stamp_of(paths: InstallPaths) -> Mapping[str, str]:
    """Return the stamp of the environment, empty if it is missing or unfinished."""
    try:
        return dict(json.loads((paths.root / STAMP).read_text()))
    except (OSError, ValueError):
        return {}


def wanted_stamp(paths: InstallPaths, *locks: str) -> Mapping[str, str]:
    """Return the stamp of an environment with these lock files."""
    checksums = {lock: hashlib.sha256((paths.root / lock).read_bytes()).hexdigest() for lock in locks}
    return {"python": platform.python_version(), **checksums}


def install(paths: InstallPaths, lock: str) -> None:
    """Install the packages of a lock file. Raise LauncherError if pip fails, or if `up` runs with the old ones.

    Without dependencies: the lock file names them all, and older versions of pip would choose others.
    """
    python = str(Path(sys.executable).resolve()) if is_inside(paths) else sys.executable  # with pip
    command = [
        *(python, "-m", "pip", "--python", str(paths.python), "--disable-pip-version-check", "install"),
        *("--no-input", "--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", str(paths.root / lock)),
    ]
    with instance_lock.turn(paths, "environment"):
        if fits(paths, lock):
            return  # another command did it
        wanted = wanted_stamp(paths, RUN, lock)  # before pip: the files may change while it works
        kept = _keep_to_add(paths, lock) if fits(paths, RUN) else _begin_again(paths)
        print_line("environment", f"installing the packages of {lock} into .venv")
        with timed("environment", "ready"):
            if status := subprocess.call(command, env=os.environ | {"PIP_USER": "0"}):
                raise LauncherError(
                    f"Installing packages failed: pip exited with status {status}. Its lines above say why. "
                    "Check the network connection; if pip is missing, run: apt install python3-pip. Then start again."
                )
        _write_stamp(paths, {**kept, **wanted})


def _keep_to_add(paths: InstallPaths, lock: str) -> Mapping[str, str]:
    """Stamp the environment without this lock file, and return that: it runs even if adding packages fails."""
    kept = {name: value for name, value in stamp_of(paths).items() if name != lock}
    _write_stamp(paths, kept)
    return kept


def _begin_again(paths: InstallPaths) -> Mapping[str, str]:
    """Remove the stamp, and the packages of another Python; return what still holds.

    Raise LauncherError if a running site uses the environment.
    """
    environment, before = paths.root / ".venv", stamp_of(paths)
    if environment.exists() and (running := instance_lock.running_instance(paths)):
        raise LauncherError(f".venv must be reinstalled, but {running} uses it. Stop it first.")
    (paths.root / STAMP).unlink(missing_ok=True)
    if before.get("python") == platform.python_version():
        return before
    venv.EnvBuilder(clear=True, symlinks=True).create(environment)
    return {}


def _write_stamp(paths: InstallPaths, made_from: Mapping[str, str]) -> None:
    """Write the whole stamp or nothing: without one the environment is made again."""
    stamp = paths.root / STAMP
    draft = stamp.with_suffix(".new")
    draft.write_text(json.dumps(made_from, indent=2) + "\n")
    draft.replace(stamp)
