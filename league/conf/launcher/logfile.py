"""A log that keeps within bounds: when it is full it becomes `<name>.1`, and a new one begins."""

import os
import stat
from contextlib import suppress
from io import FileIO
from pathlib import Path

FULL = 5_000_000


class LogFile:
    """Takes bytes as they come, and gives back whole lines."""

    def __init__(self, path: Path, full: int = FULL) -> None:
        self.path = path
        self._full = full
        self._file = open_private(path)
        self._rest = b""

    def write(self, said: bytes) -> list[str]:
        """Append what was said, as far as there is room; return the lines it completes, without their ends."""
        with suppress(OSError):  # a full disk stops no supervisor
            if self._file.tell() > self._full:
                self._begin_anew()
            self._file.write(said)
        *lines, self._rest = (self._rest + said).split(b"\n")
        return [line.decode(errors="replace").rstrip("\r") for line in lines]

    def close(self) -> None:
        """Write no more."""
        self._file.close()

    def _begin_anew(self) -> None:
        with suppress(FileNotFoundError):
            self.path.replace(self.path.with_name(f"{self.path.name}.1"))
        full, self._file = self._file, open_private(self.path)
        full.close()


def open_private(path: Path) -> FileIO:
    """Open a log to append to. Its owner alone can read it, also one from earlier days; a device keeps its mode."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if stat.S_ISREG(os.fstat(file).st_mode):
        os.fchmod(file, 0o600)
    return os.fdopen(file, "ab", buffering=0)
