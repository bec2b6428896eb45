"""The compiled engine of `manage.py up --compile`, which nothing needs: the same engine, faster."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from league.conf.launcher.console import LauncherError, print_line, timed
from league.conf.launcher.environment import ENGINE_BUILD, InstallPaths

LOCK = "requirements-compile.lock"


def compiled_engine(place: InstallPaths) -> dict[str, str]:
    """Return the variable with which processes use the compiled engine; it is compiled if its sources are new.

    If that fails, print the reason, and return nothing: the engine plays interpreted.
    """
    from engine.compiled import fingerprint
    from engine.compiler import CannotCompile, check_tools

    builds = place.folder("engine-build")
    folder = builds / fingerprint()
    try:
        if not folder.exists():
            check_tools()
            print_line("engine", "compiling; this takes a minute or two")
            with timed("engine", "compiled"):
                _compile(place, builds)
        else:
            print_line("engine", "compiled before, from the same sources")
    except (CannotCompile, LauncherError, OSError) as problem:
        print_line("engine", f"not compiled, so bots search slower: {problem}")
        return {}
    return {ENGINE_BUILD: str(folder)}


def _compile(place: InstallPaths, builds: Path) -> None:
    """Compile into that folder. Raise LauncherError."""
    paths = [] if importlib.util.find_spec("mypyc") else [str(_tools(place))]
    around = {name: value for name, value in os.environ.items() if name != ENGINE_BUILD}
    around["PYTHONPATH"] = os.pathsep.join([*paths, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "engine.compiler", str(builds)],
        cwd=place.root,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LauncherError((done.stderr.splitlines() or ["the compiler ended without a message."])[-1])


def _tools(place: InstallPaths) -> Path:
    """Return a folder with mypyc, installed by the machine's own Python if necessary. Raise LauncherError."""
    lock = place.root / LOCK
    folder = place.var / "engine-tools" / hashlib.sha256(sys.version.encode() + lock.read_bytes()).hexdigest()[:16]
    if not folder.exists():
        draft = folder.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        command = [
            *(getattr(sys, "_base_executable", sys.executable), "-m", "pip", "--disable-pip-version-check", "install"),
            *("--no-input", "--require-hashes", "--only-binary", ":all:", "--no-deps", "--quiet"),
            *("--target", str(draft), "-r", str(lock)),
        ]
        done = subprocess.run(command, env=os.environ | {"PIP_USER": "0"}, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LauncherError(f"pip could not install {LOCK}: {(done.stderr.splitlines() or [''])[-1]}")
        draft.rename(folder)
    return folder
