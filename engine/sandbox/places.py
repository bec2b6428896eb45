"""What a sandbox may read: the interpreter, its standard library without anything installed beside it, the engine."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import engine

_INSTALLED = ("site-packages", "dist-packages")
_SYSTEM = ("/usr/lib", "/lib", "/lib64", "/usr/lib64")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Absolute paths, links resolved."""

    interpreter: str
    engine: str
    library: tuple[str, ...]  # the folders of the standard library
    installed: tuple[str, ...]  # folders in them that are to be hidden
    shared: tuple[str, ...]  # shared libraries, and the system's folders of them

    @property
    def root(self) -> str:
        """The folder that holds `engine`."""
        return str(Path(self.engine).parent)

    @property
    def readable(self) -> tuple[str, ...]:
        """Beneath these everything may be read: all that is there but what was installed, or is a link elsewhere.

        Debian's Python has such a link, into `/etc`, which bubblewrap does not show.
        """
        entries = [entry for folder in self.library for entry in os.scandir(folder)]
        hidden = set(self.installed)
        ours = sorted(entry.path for entry in entries if entry.path not in hidden and not self._leads_out(entry))
        return (self.engine, *self.shared, *ours)

    def _leads_out(self, entry: os.DirEntry[str]) -> bool:
        return entry.is_symlink() and not any(Path(entry).resolve().is_relative_to(path) for path in self.library)


@cache
def places() -> Places:
    """Those of this machine and interpreter."""
    library = {str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "platstdlib")}
    installed = [f"{folder}/{name}" for folder in library for name in _INSTALLED]
    return Places(
        interpreter=str(Path(sys.executable).resolve()),
        engine=str(Path(engine.__file__ or "").resolve().parent),
        library=tuple(sorted(library)),
        installed=tuple(path for path in installed if Path(path).is_dir()),
        shared=tuple(sorted(_shared(library))),
    )


def _shared(library: set[str]) -> set[str]:
    """The system's folders of shared libraries, and those libraries of the interpreter that lie elsewhere."""
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []  # there are sandboxes on Linux alone
    loaded = {line.split(maxsplit=5)[5] for line in lines if ".so" in line}
    ours = {str(Path(path).resolve()) for path in loaded if _is_the_interpreters(path, library)}
    system = {str(Path(path).parent) for path in ours if path.startswith(_SYSTEM)}
    return system | {path for path in ours if not path.startswith(_SYSTEM)}


def _is_the_interpreters(path: str, library: set[str]) -> bool:
    if any(path.startswith(f"{folder}/") for folder in library):
        return False  # it is readable with the library
    return path.startswith((*_SYSTEM, f"{sys.base_prefix}/")) and not any(f"/{name}/" in path for name in _INSTALLED)
