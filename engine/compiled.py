"""Finds compiled modules of the engine in the folder of a build, if they were built from these very sources.

A build is a folder whose name is `fingerprint()`. `engine.compiler` makes it. The modules beside it stay in use where
there is no build, and for all that is not compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCES = Path(__file__).parent
SUFFIX = EXTENSION_SUFFIXES[0]  # names the version of Python, the system and the processor


def fingerprint() -> str:
    """Return the checksum of the engine's sources and of this Python."""
    digest = sha256(f"{sys.version} {SUFFIX}".encode())
    for path in sorted(SOURCES.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"\0{path.relative_to(SOURCES)} {len(content)}\0".encode() + content)
    return digest.hexdigest()[:24]


def use_build(folder: Path) -> bool:
    """Let Python import the compiled modules of that build. Return False, and change nothing, if it does not fit."""
    if folder.name != fingerprint() or not folder.is_dir():
        return False
    sys.meta_path.insert(0, _Finder(folder))
    return True


def is_used() -> bool:
    """Return whether this process uses the compiled engine."""
    return (import_module("engine.core.dealer").__file__ or "").endswith(SUFFIX)


class _Finder(MetaPathFinder):
    """Finds the modules of a build; Python looks for all others as usual."""

    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob(f"*{SUFFIX}")}
        self._files = {name.removesuffix(SUFFIX).replace("/", "."): path for name, path in files.items()}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002  (as Python calls it)
        target: ModuleType | None = None,  # noqa: ARG002  (the same)
    ) -> ModuleSpec | None:
        """Return where the compiled module is; None if it is not compiled."""
        file = self._files.get(fullname)
        return spec_from_file_location(fullname, file) if file else None
