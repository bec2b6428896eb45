"""Bot files, zips and folders on the command line: read and started as safely as this machine can; faults as text."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.cli.command_bot import PREFIX
from engine.core.errors import OptionError
from engine.sandbox import bare
from engine.sandbox.child import Start
from engine.sandbox.faults import NoSandbox
from engine.sandbox.limits import LARGEST_ARCHIVE, MOST_FILES, size_limit
from engine.sandbox.tiers import working_tier


def is_file(name: str) -> bool:
    """Return whether a seat's name is a bot file, or the folder of a bot."""
    return not is_command(name) and (name.endswith((".py", ".zip")) or "/" in name)


def is_command(name: str) -> bool:
    """Return whether a seat's name is a local program."""
    return name.startswith(PREFIX)


def label_of(name: str) -> str:
    """Return the name of a seat in records: that of its file or folder."""
    path = Path(name)
    return path.resolve().name if path.is_dir() else path.stem


def read_source(name: str) -> bytes:
    """Return the content of a Python or zip file, or a folder as a zip.

    Raise OptionError if it is too large, OSError if it cannot be read.
    """
    path = Path(name)
    source = _zip_of(path) if path.is_dir() else path.read_bytes()
    if len(source) > (most := size_limit(source)):
        raise OptionError(f"{name} has {len(source):,} bytes; the maximum is {most:,}. Shorten it.", file=name)
    return source


def _zip_of(folder: Path) -> bytes:
    """Return the files of a folder as a zip, the same for the same files.

    Left out are compiled files, and names that begin with a dot. Raise OptionError for too many files.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for count, path in enumerate(_files_of(folder), start=1):
            if count > MOST_FILES or packed.tell() > LARGEST_ARCHIVE:
                raise OptionError(
                    f"{folder} has more than {MOST_FILES} files or {LARGEST_ARCHIVE:,} bytes. Move other files away.",
                    file=str(folder),
                )
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def _files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and "__pycache__" not in parts and not any(part.startswith(".") for part in parts):
            yield path


@cache
def safest_start() -> Start:
    """Return the safest way to start a bot file on this machine; warn if that is without a sandbox."""
    try:
        return working_tier().start
    except NoSandbox as error:
        sys.stderr.write(f"Warning: no sandbox. The bot file runs with your own permissions. {error}\n")
        return bare.start


def fault_text(sentence: str, detail: str) -> str:
    """Return a fault with its details."""
    return f"{sentence}\n{detail}".rstrip()


def log_text(log: str) -> str:
    """Return the log of a bot with a heading; empty without one."""
    lines = log.rstrip().lstrip("\n")
    return f"\nIts log:\n{lines}" if lines else ""
