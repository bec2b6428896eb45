"""A log that keeps within bounds: when it is full it becomes `<name>.1`, and a new one begins."""

import codecs
import logging
import os
import stat
from contextlib import suppress
from io import FileIO
from logging.handlers import RotatingFileHandler
from pathlib import Path

FULL = 5_000_000


class PrivateLog(RotatingFileHandler):
    """Write bytes unchanged to a file of mode 0600. Errors of a full disk are ignored."""

    terminator = ""

    def __init__(self, path: Path, full: int) -> None:
        open_private(path).close()
        super().__init__(path, maxBytes=full, backupCount=1, encoding="utf-8")
        self.rotator = begin_anew

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, into a private file also where the last one could not be opened anew."""
        if self.stream is None:
            with suppress(OSError):
                open_private(Path(self.baseFilename)).close()
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (the name is logging's)
        """Go on without what could not be written."""


class LogFile:
    """Takes bytes as they come, and gives back whole lines."""

    def __init__(self, path: Path, full: int = FULL) -> None:
        self.path = path
        self._handler = PrivateLog(path, full)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def write(self, said: bytes) -> list[str]:
        """Append what was said, as far as there is room; return the lines it completes, without their ends."""
        text = self._decoder.decode(said)
        self._handler.emit(logging.makeLogRecord({"msg": text}))
        *lines, self._rest = (self._rest + text).split("\n")
        return [line.rstrip("\r") for line in lines]

    def close(self) -> None:
        """Write no more."""
        with suppress(OSError):
            self._handler.close()


def begin_anew(full: str, kept: str) -> None:
    """Keep a full log under its second name, and make a new one."""
    with suppress(FileNotFoundError):
        Path(full).replace(kept)
    open_private(Path(full)).close()


def open_private(path: Path) -> FileIO:
    """Open a log to append to. Its owner alone can read it, also one from earlier days; a device keeps its mode."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if stat.S_ISREG(os.fstat(file).st_mode):
        os.fchmod(file, 0o600)
    return os.fdopen(file, "ab", buffering=0)
