"""Imports of installed packages by bots: those that the sandbox shows, and no other."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location


class PackageFinder:
    """Finds packages by their folders. The folder that holds them is never listed, since it may not be read."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._folders = {folder.rpartition("/")[2]: folder for folder in folders}

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return the specification of such a package; None for anything else."""
        folder = self._folders.get(fullname)
        if folder is None:
            return None
        return spec_from_file_location(fullname, f"{folder}/__init__.py", submodule_search_locations=[folder])


def allow(folders: Iterable[str]) -> None:
    """Let these packages be imported; modules of the standard library and of the engine come first."""
    sys.meta_path.append(PackageFinder(folders))
