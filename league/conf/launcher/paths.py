"""Where things lie: the project's folder and what Moothill keeps in it."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class InstallPaths:
    """One Moothill: its source in `root`, everything it keeps in `var`."""

    root: Path
    var: Path

    @classmethod
    def here(cls) -> "InstallPaths":
        """The place of this source; MOOTHILL_VAR may put what it keeps elsewhere."""
        return cls(ROOT, Path(os.environ.get("MOOTHILL_VAR") or ROOT / "var").absolute())

    @property
    def environment(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.environment / "bin" / "python"

    @property
    def logs(self) -> Path:
        """The folder of the logs, made when asked for."""
        return self.folder("log")

    def folder(self, name: str) -> Path:
        """A folder below `var`, made when asked for."""
        folder = self.var / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def shown(self, path: Path) -> str:
        """A path as a person in the project's folder would write it."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)
