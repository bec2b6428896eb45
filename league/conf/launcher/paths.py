"""Folders of an installation."""

import os
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = Path(sysconfig.get_path("purelib"))


@dataclass(frozen=True)
class InstallPaths:
    """An installation: its source in `root`, its data in `var`."""

    root: Path
    var: Path

    @classmethod
    def here(cls) -> "InstallPaths":
        """Return the installation of this source; MOOTHILL_VAR can move its data."""
        return cls(ROOT, Path(os.environ.get("MOOTHILL_VAR") or ROOT / "var").absolute())

    @property
    def python(self) -> Path:
        """The Python of the virtual environment."""
        return self.root / ".venv" / "bin" / "python"

    def folder(self, name: str) -> Path:
        """Return a folder in `var`, created if necessary."""
        folder = self.var / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def shown(self, path: Path) -> str:
        """Return a path for people, relative to the source if it is in there."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


def write_private(path: Path, text: str) -> None:
    """Write a whole file or nothing, readable by our account only."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)
