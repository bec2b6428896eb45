"""Compiles the modules that play and search with mypyc: `python3 -m engine.compiler FOLDER`.

Needs mypy, setuptools, a C compiler and Python's headers. The folder gets a build (`engine.compiled`); builds from
other sources are deleted. The sources stay as they are: a copy of them is compiled, in which each state has its
derived methods written out (`engine.core.state_fields`), since mypyc cannot compile methods made at run time.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.compiled import SOURCES, SUFFIX, fingerprint
from engine.core.state_fields import StateFields, written_methods

_WORK_PREFIX: Final = "unfinished-"  # of the folder in which a build is made; a killed compiler leaves it behind
_REPLACEABLE: Final = re.compile(rf"[0-9a-f]{{24}}|{_WORK_PREFIX}.*")  # other builds; a new one deletes them
_GAMES: Final = {
    "highland_clans": (
        "event_handlers", "events", "heuristics", "imagine", "legal_moves", "phases", "piles", "scoring", "state",
        "turn_flow",
    ),
    "kings_kilt": (
        "board", "components", "event_handlers", "events", "heuristics", "imagine", "phases", "scoring", "state",
    ),
    "lords_of_scotland": (
        "components", "event_handlers", "events", "heuristics", "imagine", "phases", "powers", "public_information",
        "rounds", "scoring", "state",
    ),
}  # fmt: skip
MODULES: Final = (
    "engine.bench",
    "engine.bots.mcts",
    "engine.bots.random_bot",
    "engine.core.dealer",
    "engine.core.match",
    "engine.core.maths",
    *(f"engine.games.{game}.{name}" for game, names in _GAMES.items() for name in names),
)
_TIMEOUT: Final = 1800  # seconds
# `--config-file=`: the settings of a folder around it do not apply. The library of all modules is within the package.
_SETUP_SCRIPT: Final = """
from mypyc.build import mypycify
from setuptools import setup

paths = {paths!r}
modules = mypycify(["--config-file=", *paths], group_name="engine.native", opt_level="3", debug_level="0")
setup(name="moothill-engine", packages=[], ext_modules=modules)
"""
_MODULE_HEADER: Final = """
from typing import Any

_new_tuple: Any = tuple.__new__  # `written_methods` uses it
"""
# Without it, `__new__` of a compiled class also calls `__init__`, and copies have no arguments for that.
_NEW_METHOD: Final = """
def __new__(cls, *_arguments: object, **_options: object) -> {name}:
    return object.__new__(cls)
"""


class CannotCompile(Exception):
    """The engine cannot be compiled here; the message is a sentence for people."""


def c_compiler() -> list[str]:
    """Return the command of the C compiler: that of the environment (CC), or the one that compiled Python."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def check_tools() -> None:
    """Raise CannotCompile if there is no C compiler, or if Python's headers are missing."""
    words = c_compiler()
    if shutil.which(words[0]) is None:
        raise CannotCompile(f"The C compiler {words[0]} is not installed. On Debian or Ubuntu: apt install gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotCompile("Python's headers are not installed. On Debian or Ubuntu: apt install python3-dev")


def build(builds: Path) -> Path:
    """Return the folder of the build of these sources in `builds`; compile it if it is not there.

    Raise CannotCompile.
    """
    check_tools()
    folder = builds / fingerprint()
    if not folder.exists():
        if find_spec("mypyc") is None:
            raise CannotCompile("mypy, which has the compiler mypyc, is not installed.")
        builds.mkdir(parents=True, exist_ok=True)
        for other in builds.iterdir():
            if _REPLACEABLE.fullmatch(other.name):
                shutil.rmtree(other)
        with TemporaryDirectory(prefix=_WORK_PREFIX, dir=builds) as name:
            work = Path(name)
            _compile(work)
            _move_compiled(work, work / "finished")
            (work / "finished").rename(folder)
    return folder


def _compile(work: Path) -> None:
    """Copy the sources into the folder and compile the modules there, each beside its source. Raise CannotCompile."""
    shutil.copytree(SOURCES, work / "engine", ignore=shutil.ignore_patterns("__pycache__", "golden", f"*{SUFFIX}"))
    paths = [f"{module.replace('.', '/')}.py" for module in MODULES]
    for module, path in zip(MODULES, paths, strict=True):
        if module.endswith(".state"):
            (work / path).write_text(_with_methods(module, (work / path).read_text("utf-8")), "utf-8")
    (work / "setup.py").write_text(_SETUP_SCRIPT.format(paths=paths), "utf-8")
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    try:
        completed = subprocess.run(
            command,
            cwd=work,
            timeout=_TIMEOUT,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except subprocess.TimeoutExpired:
        raise CannotCompile(f"mypyc or the C compiler took more than {_TIMEOUT} s.") from None
    if completed.returncode:
        raise CannotCompile(f"mypyc or the C compiler failed: {_first_error(completed.stdout.splitlines())}")


def _first_error(lines: Sequence[str]) -> str:
    """Return the first line with an error, or else the last line."""
    errors = [line for line in lines if "error" in line.lower() and not line.startswith(("gcc", "cc", "clang"))]
    return next(iter(errors or lines[-1:]), "no message")


def _move_compiled(work: Path, folder: Path) -> None:
    """Move the compiled modules into a folder that holds nothing else."""
    for path in sorted((work / "engine").rglob(f"*{SUFFIX}")):
        target = folder / path.relative_to(work)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)


def _with_methods(module: str, source: str) -> str:
    """Return the source of a state with its derived methods written out instead of its decorator and base class."""
    tree = ast.parse(source)
    (state,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and _is_state(node)]
    state.bases, state.decorator_list = [], []
    methods = _NEW_METHOD.format(name=state.name) + written_methods(getattr(import_module(module), state.name))
    state.body += ast.parse(methods).body
    (future,) = [
        at for at, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    tree.body[future + 1 : future + 1] = ast.parse(_MODULE_HEADER).body
    return ast.unparse(tree)


def _is_state(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == StateFields.__name__ for base in node.bases)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python3 -m engine.compiler FOLDER")
    try:
        print(build(Path(sys.argv[1])))
    except CannotCompile as problem:
        sys.exit(str(problem))
